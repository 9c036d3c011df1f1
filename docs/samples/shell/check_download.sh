#!/usr/bin/env bash
# Did a file of this guide arrive whole? In the folder that holds it and the
# SHA256SUMS fetched beside it.
# Checked: bash -n, shellcheck, and run on Linux on whole and on cut files.
# Not run on macOS.
set -eu
# --8<-- [start:linux]
sha256sum --check --ignore-missing SHA256SUMS
# --8<-- [end:linux]
# --8<-- [start:macos]
shasum -a 256 --check --ignore-missing SHA256SUMS
# --8<-- [end:macos]
