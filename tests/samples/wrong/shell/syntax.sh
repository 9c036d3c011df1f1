# wrong: the if has no end
# rule: bash -n
if [ -e /dev/kfd ]; then
    echo "ok"
