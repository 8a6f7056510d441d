# How lab/measure.sh measures the game: strength is what becomes of won positions, and where play saturates, matches
# between levels say little.
quality=yes
strength() {
    say "$game, won positions at 1 s a move"
    "$examples/won_positions" --count 200 --time 1.0 --seed 7 --concurrency "$CONCURRENCY"
}
