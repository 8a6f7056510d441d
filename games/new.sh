#!/usr/bin/env bash
# Makes the folder of a new game from the example, games/noughts, with the names replaced:
#
#   games/new.sh hop "Hop"
#
# The copy plays noughts and crosses at first. Its perft test fails until data/perft.txt has counts of the new game;
# CONTRIBUTING.md goes through the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: games/new.sh NAME TITLE" >&2
    echo "  NAME   as on the command line: small letters, digits and hyphens, such as fox-and-geese" >&2
    echo "  TITLE  as people write it, such as \"Fox and Geese\"" >&2
    exit 2
}

[ $# -eq 2 ] || usage
name=$1 title=$2
[[ $name =~ ^[a-z][a-z0-9]*(-[a-z0-9]+)*$ ]] || { echo "'$name' is not a name of a game" >&2; usage; }
[[ $title =~ ^[^\"\\/\&]+$ ]] || { echo "'$title' is not a title: quotes, slashes and & do not fit" >&2; usage; }
[ ! -e "games/$name" ] || { echo "games/$name is there already" >&2; exit 1; }

crate=${name//-/_}
type=$(sed -E 's/(^|-)([a-z0-9])/\U\2/g' <<<"$name")

cp -R games/noughts "games/$name"
rm -f "games/$name/rules/tests/contributing.rs"
find "games/$name" -name '*.rs' -exec sed -i -E \
    -e "s/const NAME: (.*) = \"noughts\"/const NAME: \1 = \"$name\"/" \
    -e "s/const TITLE: (.*) = \".*\"/const TITLE: \1 = \"$title\"/" \
    -e "s/Noughts and crosses/$title/g" \
    -e "s/\bNoughts(Play)?\b([^\"])/$type\1\2/g" \
    -e "s/\bnoughts(_play)?::/$crate\1::/g" {} +
find "games/$name" -name Cargo.toml -exec sed -i -E \
    -e "s/^description = .*/description = \"$title\"/" \
    -e "s/\bnoughts\b/$name/g" {} +
cat >"games/$name/data/perft.txt" <<TEXT
# $title: sequences of legal moves. A line \`= POSITION\`, then lines \`DEPTH COUNT\`.
TEXT
cat >"games/$name/RULES.md" <<TEXT
# $title

The rules in your own words, a drawn board, where they come from, and a table of the doubtful
points with the choice made for each.
TEXT

if cargo fmt --version >/dev/null 2>&1; then
    find "games/$name" -name '*.rs' -exec rustfmt --edition 2024 {} + 2>/dev/null || true
fi

cat <<TEXT
games/$name is there: rules/ (crate $name), play/ (crate $name-play), data/, RULES.md.

1. Write RULES.md, then the rules:   games/$name/rules/src
2. Test them:                        cargo test -p $name
3. Register the game, by one line among the dependencies of crates/catalogue/Cargo.toml:

     $name-play = { path = "../../games/$name/play" }

4. Play it:                          cargo run --release -- play $name
TEXT
