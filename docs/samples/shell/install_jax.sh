#!/usr/bin/env bash
# Installs JAX for ROCm 10.1 and a GPU of target gfx942 into a virtual
# environment, and checks what came.
# JAX itself comes from PyPI, the same for every machine; ROCm and the pair of
# plug-ins come from the AMD index.
# Checked: bash -n, shellcheck; index and versions are those of the catalogue.
# The wheels were not downloaded.
python3 -m venv .venv

# --8<-- [start:pip]
.venv/bin/python -m pip install \
    --index-url https://stable.repo.amd.com/rocm/whl-next/ \
    "rocm[libraries,device-gfx942]==10.1.0"
.venv/bin/python -m pip install \
    --index-url https://stable.repo.amd.com/rocm/whl-next/ \
    "jax_rocm10_plugin==0.11.1+rocm10.1.0" \
    "jax_rocm10_pjrt==0.11.1+rocm10.1.0"
.venv/bin/python -m pip install "jax==0.11.1" "jaxlib==0.11.1"
# --8<-- [end:pip]

# --8<-- [start:check]
# A list of ROCm devices. Without plug-in or GPU JAX goes on with the CPU;
# python/jax_check.py says what is missing.
.venv/bin/python - <<'PYTHON'
import sys, jax

print(jax.__version__, jax.devices())
if all(device.platform == "cpu" for device in jax.devices()):
    sys.exit("no GPU: look at the plug-in packages, at /dev/kfd and its group, and at the driver")
PYTHON
# --8<-- [end:check]
