#!/usr/bin/env bash
# All tests, on a fresh machine with the Rust toolchain, Python and Node; `./test.sh quick` runs what a change usually
# needs: formatting, lints, rules, search and engine, the documents. Longer proofs are in CONTRIBUTING.md.
set -euo pipefail
cd "$(dirname "$0")"

lane=${1:-all}
case $lane in
    all | quick) ;;
    *)
        echo "usage: ./test.sh [quick]" >&2
        exit 2
        ;;
esac

step() { printf '\n== %s\n' "$*"; }

skipped=()
skip() {
    echo "skipped: $*"
    skipped+=("$*")
}

# A program of the system, installed where that is allowed.
have() {
    local program=$1 package=$2
    if command -v "$program" >/dev/null; then return 0; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -q && apt-get install -q -y --no-install-recommends "$package"; } >/dev/null 2>&1 || true
    fi
    command -v "$program" >/dev/null
}

step "formatting"
if cargo fmt --version >/dev/null 2>&1; then
    cargo fmt --all --check
else
    skip "formatting: rustfmt is not installed"
fi

step "lints"
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --workspace --all-targets --locked -- -D warnings
else
    skip "lints: clippy is not installed"
fi

if [ "$lane" = quick ]; then
    # Neither the front ends nor games/*/play, where the search is compiled for each game.
    step "rules, search and engine, documents, dependencies between crates"
    cargo test --locked --quiet --tests -p repository -p game -p conformance -p cancel -p memory -p files \
        -p search -p solve -p tablebase -p learn -p engine \
        $(sed -nE 's/^name = "(.*)"/-p \1/p' games/*/rules/Cargo.toml)
    printf '\nThe quick tests passed. ./test.sh runs all of them.\n'
    exit 0
fi

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

# One Python for everything that wants packages.
python=$PWD/target/venv/bin/python
if { [ -x "$python" ] || python3 -m venv target/venv; } &&
    "$python" -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt; then
    export PLYWOOD_PYTHON=$python
else
    skip "the trainer against numpy: the packages of tests/requirements.txt could not be installed"
fi

step "tests"
have tmux tmux || skip "the terminal board in a real terminal: tmux is not installed and could not be"
# The lints have compiled examples and benches already.
cargo test --workspace --locked --quiet --no-fail-fast --tests
cargo test --workspace --locked --quiet --no-fail-fast --doc

# The program as `cargo test` has built it.
plywood=$PWD/target/debug/plywood

step "a new game: one folder and one line"
tests/new_game.sh

step "the page's scripts: logic, types, style"
if ! command -v node >/dev/null; then
    skip "the page's scripts: node is not installed"
else
    node --test tests/web/*.test.js
    if ! command -v npm >/dev/null; then
        skip "types and style of the page's scripts: npm is not installed"
    elif ! npm ci --prefix tests/web --no-audit --no-fund --loglevel=error; then
        skip "types and style of the page's scripts: the packages of tests/web could not be installed"
    else
        npm run types --prefix tests/web --silent
        npm run lint --prefix tests/web --silent
    fi
fi

step "the Python package"
# Installs what can be had of a list of packages, and says what cannot.
rivals() {
    local requirement
    "$python" -m pip install --quiet --disable-pip-version-check -r python/requirements-rivals.txt && return
    while read -r requirement; do
        "$python" -m pip install --quiet --disable-pip-version-check "$requirement" ||
            skip "what wants $requirement, in the Python package: it could not be installed"
    done < <(grep -v '^#' python/requirements-rivals.txt)
}
if [ -z "${PLYWOOD_PYTHON:-}" ] ||
    ! "$python" -m pip install --quiet --disable-pip-version-check -r python/requirements-test.txt; then
    skip "the Python package: the packages of python/requirements-test.txt could not be installed"
else
    rivals
    PLYWOOD=$plywood tests/python.sh "$python"
fi

step "the page in a real browser"
if ! command -v npm >/dev/null; then
    skip "the browser: npm is not installed"
elif ! have chromium chromium; then
    skip "the browser: chromium is not installed and could not be"
elif ! npm ci --prefix tests/browser --no-audit --no-fund --loglevel=error; then
    skip "the browser: the packages of tests/browser could not be installed"
else
    PLYWOOD=$plywood CHROMIUM=$(command -v chromium) npm test --prefix tests/browser --silent
fi

step "every request that the server describes, and many that it does not"
if [ -z "${PLYWOOD_PYTHON:-}" ]; then
    skip "requests at random: the packages of tests/requirements.txt could not be installed"
else
    tests/api.sh "$plywood"
fi

if [ ${#skipped[@]} -gt 0 ]; then
    printf '\nEverything that could be tested passed. Skipped:\n'
    printf '  %s\n' "${skipped[@]}"
else
    printf '\nEverything passed.\n'
fi
