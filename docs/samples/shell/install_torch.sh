#!/usr/bin/env bash
# Installs PyTorch for ROCm 10.1 and a GPU of target gfx1151 into a virtual
# environment, and checks what came.
# --index-url, not --extra-index-url: with the AMD index alone, no build for
# CUDA or for the CPU can win.
# Checked: bash -n, shellcheck; index and versions are those of the catalogue.
# The wheels were not downloaded.
python3 -m venv .venv

# --8<-- [start:pip]
.venv/bin/python -m pip install \
    --index-url https://stable.repo.amd.com/rocm/whl-next/ \
    "torch[device-gfx1151]==2.14.0+rocm10.1.0" \
    "torchvision[device-gfx1151]==0.29.0+rocm10.1.0" \
    "torchaudio==2.11.0.3+rocm10.1.0"
# --8<-- [end:pip]

# --8<-- [start:check]
# A version with +rocm, a HIP version, True. When it stops,
# python/torch_check.py says what is missing.
.venv/bin/python - <<'PYTHON'
import sys, torch

print(torch.__version__, torch.version.hip, torch.cuda.is_available())
if torch.version.hip is None:
    sys.exit("not a ROCm build: remove it and install again with the AMD index alone")
if not torch.cuda.is_available():
    sys.exit("a ROCm build, but no GPU: look at /dev/kfd, its group, and the driver")
PYTHON
# --8<-- [end:check]
