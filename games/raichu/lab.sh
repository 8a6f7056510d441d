# How lab/measure.sh measures the game.
seconds=1.0
