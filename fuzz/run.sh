#!/usr/bin/env bash
# Fuzzes a target: fuzz/run.sh TARGET [SECONDS [OPTION OF LIBFUZZER]...]. What it needs is in README.md.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:?"which target? one of: $(cd fuzz/fuzz_targets && ls | sed 's/\.rs$//' | tr '\n' ' ')"}
seconds=${2:-60}
shift $(($# < 2 ? $# : 2))

# cargo-fuzz sets RUSTFLAGS, which puts the workspace's own flags out of force: the CPU is named again here, so
# that the code under test is that of ordinary builds. RUSTFLAGS= leaves the CPU out.
if [[ $(uname -m) == x86_64 ]]; then
    export RUSTFLAGS=${RUSTFLAGS--C target-cpu=x86-64-v3}
fi

# New inputs go to the first folder. Nothing but one intrinsic is unsafe here, so there is little to find for a
# sanitizer, and without one the stable compiler will do.
mkdir -p "fuzz/corpus/$target"
exec cargo fuzz run --sanitizer none "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" \
    -- -max_total_time="$seconds" -timeout=30 -max_len=1000 -dict=fuzz/words.dict "$@"
