#!/usr/bin/env bash
# Follows CONTRIBUTING.md in a copy of the tree: a game is added by one folder and one line, and every command knows it.
#
#   tests/new_game.sh
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
copy=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$copy"
}
trap cleanup EXIT

step() { printf -- '-- %s\n' "$*"; }
fail() {
    echo "failed: $*" >&2
    exit 1
}

git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
    [ -e "$file" ] && printf '%s\0' "$file"
done | xargs -0 cp --parents -t "$copy"
cd "$copy"

# What is tested here is that everything works, not how fast. Packages of others are compiled as for all tests, and so
# only once; ours are not optimised, so that both trees can share a folder for what is built on the way.
export CARGO_BUILD_BUILD_DIR=${CARGO_TARGET_DIR:-$root/target}
export CARGO_TARGET_DIR=$copy/target
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=0
slow=()
while read -r package; do
    slow+=(--config "profile.dev.package.$package.opt-level=0")
done < <(grep -hm1 '^name = ' crates/*/Cargo.toml | cut -d'"' -f2)

step "one folder"
games/new.sh hop-over "Hop Over"
! games/new.sh hop-over "Hop Over" 2>/dev/null || fail "a game is made twice"
! games/new.sh "Hop Over" "Hop Over" 2>/dev/null || fail "a name with a blank is taken"

step "a test that fails until there are counts"
! cargo test --quiet "${slow[@]}" -p hop-over --test conformance >"$copy/failing.txt" 2>&1 ||
    fail "the perft test passes without counts"
grep -qx "    has_the_known_counts" "$copy/failing.txt" || { cat "$copy/failing.txt"; fail "another test fails"; }
grep -v '^#' games/noughts/data/perft.txt >>games/hop-over/data/perft.txt
cargo test --quiet "${slow[@]}" -p hop-over --test conformance

step "one line"
line='hop-over-play = { path = "../../games/hop-over/play" }'
sed -i "s#^abalone-play = .*#&\n$line#" crates/catalogue/Cargo.toml
[ "$(diff "$root/crates/catalogue/Cargo.toml" crates/catalogue/Cargo.toml | grep -c '^[<>]')" = 1 ] ||
    fail "the line was not added"
cargo build --quiet "${slow[@]}" --bin plywood
plywood=$CARGO_TARGET_DIR/debug/plywood
export XDG_DATA_HOME=$copy/data XDG_CONFIG_HOME=$copy/config

# Runs a command and looks for a text in what it says.
says() {
    local expected=$1
    shift
    local said
    said=$("$plywood" "$@" 2>&1) || fail "plywood $*: $said"
    grep -qF -- "$expected" <<<"$said" || fail "plywood $* does not say '$expected': $said"
}

step "every command"
says "Hop Over" games
says "Crosses to move" show hop-over
says "a1" moves hop-over
says "72" perft hop-over 2
says "draw" solve hop-over
says "b2" analyze hop-over --depth 9
says '"win 1"' analyze hop-over 'xx./oo./... x' --depth 4 --json
says "level=9" match hop-over --player level=9 --player level=1 --games 4 --yes
says "reference" match hop-over --player type=reference --player type=random --games 4 --yes
says "bestmove" engine hop-over <<<$'ugi\nposition startpos\ngo depth 3'
says "No tables of Hop Over" table info hop-over
printf 'b2\nmoves\nhint\nundo\nquit\n' >"$copy/typed"
"$plywood" play hop-over --plain --as 1 --level 3 <"$copy/typed" >"$copy/played" 2>&1 ||
    { cat "$copy/played"; fail "play --plain"; }
grep -q "Hop Over" "$copy/played" || fail "play --plain does not say what is played"
"$plywood" hop-over --as 1 --level 3 <"$copy/typed" >"$copy/played" 2>&1 || { cat "$copy/played"; fail "hop-over"; }
grep -q "Hop Over" "$copy/played" || fail "plywood hop-over does not say what is played"
says "Play Hop Over against the machine" help
"$plywood" match hop-over --player "type=ugi cmd=\"$plywood engine hop-over\"" --player level=2 --games 2 --yes \
    >/dev/null 2>&1 || fail "a match against the program itself"
! "$plywood" fit hop-over >/dev/null 2>"$copy/fit" || fail "there is something to fit"
grep -q "no evaluation terms" "$copy/fit" || { cat "$copy/fit"; fail "fit does not say why not"; }

step "an evaluation from the rules alone"
says "kept" learn hop-over --games 320 --nodes 4 --opening 3 --epochs 4 --mix 0.5 --no-gate --threads 2 \
    --data "$copy/learned" --out "$copy/hop-over.network"
says "learned" match hop-over --player "name=learned nodes=100 weights=$copy/hop-over.network" \
    --player type=random --games 4 --yes

if command -v tmux >/dev/null; then
    step "the terminal board"
    tmux -L "plywood-new-$$" new-session -d -x 100 -y 30 "$plywood play hop-over --as 1"
    for _ in $(seq 50); do
        sleep 0.2
        screen=$(tmux -L "plywood-new-$$" capture-pane -p)
        grep -q "Hop Over" <<<"$screen" && break
    done
    tmux -L "plywood-new-$$" kill-server
    grep -q "Hop Over" <<<"$screen" || { echo "$screen"; fail "the terminal board"; }
fi

step "the browser board's server"
"$plywood" serve --port 0 --data "$copy/games-kept" >"$copy/serving" 2>&1 &
server=$!
for _ in $(seq 50); do
    sleep 0.2
    address=$(grep -oE 'http://[0-9.:]+' "$copy/serving" | head -1) && [ -n "$address" ] && break
done
ask() { python3 - "$address" "$@" <<'PY'
import json, sys, urllib.request
address, path, *body = sys.argv[1:]
request = urllib.request.Request(address + path, headers={"Content-Type": "application/json"},
                                 data=body[0].encode() if body else None)
print(urllib.request.urlopen(request, timeout=20).read().decode())
PY
}
ask /api/games | grep -q '"hop-over"' || fail "the server does not know the game"
ask /api/position '{"game": "hop-over"}' | grep -q '"c3"' || fail "the server lists no moves"
ask /api/play '{"game": "hop-over", "players": ["human", {"level": 2}]}' | grep -q '"id"' ||
    fail "no game can be begun"

printf '\nA game was added by one folder and one line.\n'
