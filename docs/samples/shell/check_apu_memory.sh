#!/usr/bin/env bash
# How much memory the GPU of an APU may map (GTT), and what sets the limit.
# Reads only. Checked: bash -n, shellcheck, and run against a made-up /sys
# (96 GiB of 128). Not run on an APU.
( # so that exit leaves an open terminal open
set -u
root=${1:-} # a folder with copies of /sys and /proc; empty: this machine

gib() { awk -v bytes="$1" 'BEGIN { printf "%.1f GiB", bytes / 1024 ^ 3 }'; }
read_number() { cat "$1" 2>/dev/null || echo 0; }

ram=$(awk '/^MemTotal:/ { printf "%.0f", $2 * 1024 }' "$root/proc/meminfo")
echo "memory of the system: $(gib "$ram")"

found=0
for card in "$root"/sys/class/drm/card*/device; do
    [ -r "$card/mem_info_gtt_total" ] || continue
    found=1
    gtt=$(read_number "$card/mem_info_gtt_total")
    vram=$(read_number "$card/mem_info_vram_total")
    echo "$(basename "$(dirname "$card")"): GTT $(gib "$gtt")," \
        "fixed share $(gib "$vram")"
    if [ $((gtt * 100 / ram)) -le 55 ]; then
        echo "next   about half is the default; to raise it:" \
            "amd-ttm --set <GiB>, then reboot"
    fi
done
if [ "$found" = 0 ]; then
    echo "FAULT  no GPU with GTT below /sys/class/drm: is amdgpu loaded?"
    exit 1
fi

for module in ttm amdttm; do
    pages=$(read_number "$root/sys/module/$module/parameters/pages_limit")
    [ "$pages" -gt 0 ] || continue
    echo "$module.pages_limit: $pages pages of 4 KiB," \
        "$(gib $((pages * 4096)))"
done
if grep -q -e gttsize -e gtt_size "$root/proc/cmdline"; then
    echo "FAULT  the kernel line sets gttsize, which is deprecated:" \
        "use ttm.pages_limit alone"
    exit 1
fi
)
