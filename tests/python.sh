#!/usr/bin/env bash
# Builds the extension module with the profile of the tests, beside what `cargo test` has compiled, and puts it where
# the package looks for it.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --locked --quiet -p plywood-python
cp target/debug/lib_plywood.so python/plywood/_plywood.abi3.so
