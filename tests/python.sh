#!/usr/bin/env bash
# Tests the Python package with an interpreter that has the packages of python/requirements-test.txt:
#   tests/python.sh target/venv/bin/python [options of pytest]
# The extension module is built with the profile of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1
shift

# As a part of the workspace, and with a test beside it: so all packages have the same features as in
# `cargo test --workspace`, and of what that has compiled nothing is compiled again.
cargo build --locked --quiet --workspace --lib --test docs
cp target/debug/lib_plywood.so python/plywood/_plywood.abi3.so
export PYTHONPATH=$PWD/python

"$python" -m mypy
"$python" -m mypy.stubtest --concise --mypy-config-file pyproject.toml plywood._plywood
# Says at the end what was skipped, and why. One process has all tests of a group: there is one cluster.
"$python" -m pytest -rs -n "$(nproc)" --dist loadgroup "$@"
