# wrong: many images have no group called render
# rule: group by name
docker run --rm --device /dev/kfd --device /dev/dri --group-add render rocm/rocm-terminal:latest rocminfo
