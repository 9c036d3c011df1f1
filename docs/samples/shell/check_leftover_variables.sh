#!/usr/bin/env bash
# Finds variables of older set-ups that change what ROCm does today, in this
# shell and where they may be set.
# Checked: bash -n, shellcheck, and run with and without such variables.
# No GPU is needed.
( # so that exit leaves an open terminal open
set -u
variables=(
    HSA_OVERRIDE_GFX_VERSION HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
    CUDA_VISIBLE_DEVICES GPU_DEVICE_ORDINAL LD_LIBRARY_PATH ROCM_PATH \
        ROCM_HOME
    HIP_PATH HIP_PLATFORM PYTHONPATH HSA_ENABLE_SDMA HSA_XNACK
)
pattern=$(IFS='|' && echo "${variables[*]}")

echo "== in this shell"
if ! env | grep -E "^($pattern)(_[0-9]+)?="; then
    echo "none"
fi

echo "== where they are set"
places=(
    ~/.profile ~/.bashrc ~/.zshrc
    /etc/environment /etc/profile.d /etc/systemd/system
)
if ! grep -rsnE "($pattern)(_[0-9]+)?=" "${places[@]}"; then
    echo "nowhere in ${places[*]}"
fi

if [ -n "${HSA_OVERRIDE_GFX_VERSION-}" ]; then
    echo "FAULT  HSA_OVERRIDE_GFX_VERSION makes the runtime take the GPU" \
        "for another: unset HSA_OVERRIDE_GFX_VERSION"
    exit 1
fi
)
