#!/usr/bin/env bash
# Starts a ROCm image with the GPU, as narrow as it goes: two devices, one
# group by its number, nothing privileged.
# Usage: container_run.sh docker|podman
# Checked: bash -n, shellcheck; image and options are those of the catalogue.
# Not run with a GPU.
set -eu
image=rocm/pytorch:rocm10.1_ubuntu24.04_py3.12_pytorch_release_2.14.0

case ${1:-docker} in
docker)
    # --8<-- [start:docker]
    # The number of the group, because the image may have no group of that
    # name.
    docker run --rm --device /dev/kfd --device /dev/dri \
        --group-add "$(stat -c %g /dev/kfd)" --entrypoint rocminfo "$image"
    # --8<-- [end:docker]
    ;;
podman)
    # --8<-- [start:podman]
    # Rootless Podman drops the groups of the user; keep-groups keeps them
    # (with the runtime crun).
    podman run --rm --device /dev/kfd --device /dev/dri \
        --group-add keep-groups --entrypoint rocminfo "$image"
    # --8<-- [end:podman]
    ;;
one-gpu)
    # --8<-- [start:one-gpu]
    # One GPU alone: its render node instead of the whole folder.
    docker run --rm --device /dev/kfd --device /dev/dri/renderD128 \
        --group-add "$(stat -c %g /dev/kfd)" --entrypoint rocminfo "$image"
    # --8<-- [end:one-gpu]
    ;;
ranks)
    # --8<-- [start:ranks]
    # Several processes that share memory (RCCL, data loaders) need more than
    # the 64 MB of the default.
    docker run --rm --device /dev/kfd --device /dev/dri \
        --group-add "$(stat -c %g /dev/kfd)" --shm-size 16G \
        --entrypoint rocminfo "$image"
    # --8<-- [end:ranks]
    ;;
*)
    echo "usage: container_run.sh docker|podman|one-gpu|ranks" >&2
    exit 2
    ;;
esac
