#!/usr/bin/env bash
# Translates CUDA sources: count first, then convert into a folder of its own,
# then list what was left. Checked: bash -n, shellcheck; every option is in
# the tools' list. The hipify-perl lines were run with hipify-perl 7.2.4.
# Not run: hipify-clang.
set -eu
source=${1:?a CUDA file}
name=$(basename "${source%.cu}")

# --8<-- [start:perl]
# Needs only perl. -examine counts and writes nothing.
# Warnings go to standard error.
hipify-perl -examine "$source"
mkdir -p out
hipify-perl "$source" -o="out/$name.hip" 2>"out/$name.warnings"
grep -i unsupported "out/$name.warnings" \
    || echo "no name was left over (masks, PTX, warp sizes: not looked at)"
# --8<-- [end:perl]

if command -v hipify-clang >/dev/null; then
    # --8<-- [start:clang]
    # Needs a CUDA toolkit, and source that compiles as CUDA.
    # What follows -- goes to clang.
    hipify-clang "$source" --cuda-path=/usr/local/cuda \
        -o "out/$name.clang.hip" --print-stats -- -std=c++17
    # --8<-- [end:clang]
fi
