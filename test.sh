#!/usr/bin/env bash
# All tests, on a fresh machine with the Rust toolchain. Longer proofs are in CONTRIBUTING.md.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; }

step "formatting"
if cargo fmt --version >/dev/null 2>&1; then
    cargo fmt --all --check
    cargo fmt --manifest-path fuzz/Cargo.toml --check
    cargo fmt --manifest-path instructions/Cargo.toml --check
else
    echo "skipped: rustfmt is not installed"
fi

step "lints"
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --workspace --all-targets --locked -- -D warnings
    cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --locked -- -D warnings
    cargo clippy --manifest-path instructions/Cargo.toml --all-targets --locked -- -D warnings
else
    echo "skipped: clippy is not installed"
fi

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

step "tests"
cargo test --workspace --locked --quiet

step "fuzz targets, on their seeds"
cargo test --manifest-path fuzz/Cargo.toml --locked --quiet
