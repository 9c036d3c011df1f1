#!/usr/bin/env bash
# May this user open the GPU? Looks at the device files, their groups and this
# session. Changes nothing.
# Checked: bash -n, shellcheck, and run on a machine without a GPU (it says
# so, exit status 1). Not run with a GPU.
( # so that exit leaves an open terminal open
set -u
faults=0
fault() {
    echo "FAULT  $1"
    echo "next   $2"
    faults=1
}

if [ ! -e /dev/kfd ]; then
    fault "/dev/kfd does not exist" \
        "is the driver loaded (lsmod | grep amdgpu)?\
 in a container: was the device passed in?"
fi
for device in /dev/kfd /dev/dri/renderD*; do
    [ -e "$device" ] || continue
    group=$(stat -c %G "$device")
    number=$(stat -c %g "$device")
    if [ -r "$device" ] && [ -w "$device" ]; then
        echo "ok     $device may be opened (group $group, $number)"
    elif [ "$group" = UNKNOWN ]; then
        fault "$device belongs to group $number, which has no name here" \
            "start the container with --group-add $number"
    elif getent group "$group" | cut -d: -f4 | tr , '\n' \
        | grep -qx "$(id -un)"; then
        fault "$(id -un) is in $group, but this session is older" \
            "log out and in again"
    else
        fault "$(id -un) is not in $group" \
            "sudo usermod -aG render,video \$USER, then log in again"
    fi
done
exit "$faults"
)
