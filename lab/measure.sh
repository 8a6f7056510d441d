#!/usr/bin/env bash
# Measures what docs/lab.md claims about strength. Everything, or what is named:
#   lab/measure.sh [GAME]... [threads] [ladders] [quality] [overhead] [load] [connections] [latency] [claims]
# A game may say in games/GAME/lab.sh how it is measured: `seconds` a move, a `strength` of its own instead of games
# against the reference player, and with `quality=yes` that matches between levels say too little.
# Times are only true on a machine with nothing else to do: two games at once need two free cores.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t games < <(sed -nE 's/^([a-z0-9-]+)-play = .*/\1/p' crates/catalogue/Cargo.toml)
known=("${games[@]}" threads ladders quality overhead load connections latency claims)
if [ $# -eq 0 ]; then set -- "${known[@]}"; fi
for part in "$@"; do
    if [[ " ${known[*]} " != *" $part "* ]]; then
        echo "there is no measurement '$part': there are ${known[*]}" >&2
        exit 2
    fi
done

GAMES=${GAMES:-100}
LADDER_GAMES=${LADDER_GAMES:-200}
CONCURRENCY=${CONCURRENCY:-2}
OUT=${OUT:-lab/results}
mkdir -p "$OUT"

cargo build --release --locked -p plywood
cargo build --release --locked -p arena $(printf -- '-p %s-play ' "${games[@]}") --examples
plywood=target/release/plywood
examples=target/release/examples

say() { printf '\n== %s\n' "$*"; }

# How strong the engine is, unless the game says otherwise: against the reference player.
strength() {
    say "$game, $seconds s a move against the reference player"
    "$plywood" match "$game" --player "time=$seconds" --player type=reference \
        --games "$GAMES" --concurrency "$CONCURRENCY" --seed 1 --out "$OUT/$game" --resume
}

# Runs a command with what a game says about its measurement.
of_game() (
    game=$1 seconds=0.2 quality=no
    if [ -e "games/$game/lab.sh" ]; then . "games/$game/lab.sh"; fi
    "${@:2}"
)

threads() {
    say "two threads"
    "$plywood" bench --compare-threads 2 | tee "$OUT/threads.txt"
}

ladders() {
    for game in "${games[@]}"; do
        say "$game, each level against the one below"
        "$examples/ladder" "$game" --games "$LADDER_GAMES" --concurrency "$CONCURRENCY" | tee "$OUT/ladder-$game.txt"
    done
}

quality() {
    for game in "${games[@]}"; do of_game "$game" quality_of_levels; done
}

quality_of_levels() {
    if [ "$quality" = no ]; then return; fi
    say "$game, what the moves of each level lose"
    "$examples/move_quality" "$game" --positions 200 --nodes 1000000 --concurrency "$CONCURRENCY" \
        | tee "$OUT/quality-$game.txt"
}

# What the referee adds to players that stay: these answer at once, so that all the time there is is its own.
overhead() {
    say "1000 games of programs that answer at once"
    local player="type=ugi cmd=\"$PWD/$plywood engine abalone\" nodes=1"
    /usr/bin/env python3 lab/overhead.py "$plywood" match abalone --player "name=A $player" --player "name=B $player" \
        --games 1000 --unbalanced --concurrency "$CONCURRENCY" --json | tee "$OUT/overhead.txt"
}

# How the server bears 200 games at once, each with a bot that moves once a second, while ten analyses run.
load() {
    say "200 games and 10 analyses at once"
    cargo build --release --locked -p server --example load
    "$examples/load" "$plywood" 200 10 60 | tee "$OUT/load.txt"
}

# Whether every win, loss and exact value that a search reports is true, however the search ends.
claims() {
    say "26000 searches in each game, every claim compared with tables or proofs"
    PLYWOOD_CLAIMS=26000 cargo test --release --locked --workspace --test claims -- --nocapture --test-threads=1 \
        | tee "$OUT/claims.txt"
}

# What 4000 idle connections cost the server, and whether it gives that back.
connections() {
    say "4000 idle connections"
    /usr/bin/env python3 lab/connections.py "$plywood" | tee "$OUT/connections.txt"
}

# How late a fresh process answers, with 64 and 256 MiB of memory for its table.
latency() {
    say "the first answer of a process"
    /usr/bin/env python3 lab/latency.py "$plywood" | tee "$OUT/latency.txt"
}

for part in "$@"; do
    case " ${games[*]} " in
        *" $part "*) of_game "$part" strength | tee "$OUT/$part.txt" ;;
        *) "$part" ;;
    esac
done
