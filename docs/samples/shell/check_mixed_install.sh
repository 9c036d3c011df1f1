#!/usr/bin/env bash
# Is more than one ROCm on this machine? Folders, packages of both families,
# wheels, and what the loader takes.
# Checked: bash -n, shellcheck, and run on a machine without ROCm (finds none,
# exit status 0). Not run with ROCm.
( # so that exit leaves an open terminal open
set -u
faults=0

echo "== folders"
ls -d /opt/rocm* /opt/rocm/core-* 2>/dev/null || echo "none below /opt"

echo "== packages"
old="" new=""
if command -v dpkg-query >/dev/null; then
    names=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' \
        2>/dev/null | grep '^ii' || true)
else
    names=$(rpm -qa --qf 'ii %{NAME} %{VERSION}\n' 2>/dev/null || true)
fi
old=$(grep -E '^ii +(rocm-core|rocm-hip|hip-runtime-amd|rocm) ?' <<<"$names" \
    || true)
new=$(grep -E '^ii +amdrocm' <<<"$names" || true)
echo "${old:-none of 7.2 and older}"
echo "${new:-none of 7.14 and newer}"
if [ -n "$old" ] && [ -n "$new" ]; then
    echo "FAULT  packages of both families:" \
        "remove the older ones before you go on"
    faults=1
fi

echo "== wheels"
if command -v python3 >/dev/null; then
    python3 -m pip list 2>/dev/null \
        | grep -i -E '^(rocm|torch|triton|jax|amd-torch)' \
        || echo "none in $(command -v python3)"
fi

echo "== variables that choose libraries"
for name in LD_LIBRARY_PATH ROCM_PATH ROCM_HOME HIP_PATH PYTHONPATH; do
    value=${!name-}
    [ -n "$value" ] || continue
    echo "$name=$value"
    if [[ $value == *rocm* && -n ${VIRTUAL_ENV-} ]]; then
        echo "FAULT  $name points at a ROCm of the system inside the" \
            "environment $VIRTUAL_ENV: unset $name"
        faults=1
    fi
done

echo "== programs"
type -a rocminfo amd-smi hipcc 2>/dev/null || echo "none in PATH"
exit "$faults"
)
