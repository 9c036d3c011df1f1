#!/usr/bin/env bash
# Compiles a HIP file for several GPUs. Each target must be named: there is no
# code that all of them could run.
# Checked: bash -n, shellcheck; the same options with clang 19 and HIP 7.2.4
# headers. Not linked.
export HIP_PLATFORM=amd # else a machine with nvcc would build for NVIDIA
amdclang++ -x hip -std=c++17 -O2 --offload-arch=gfx90a --offload-arch=gfx942 \
    --offload-arch=gfx1100 "${1:-program.hip}" -o "${2:-program}"
