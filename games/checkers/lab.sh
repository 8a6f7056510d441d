# How lab/measure.sh measures the game: play saturates, so matches between levels say little.
quality=yes
