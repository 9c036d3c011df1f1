# wrong: nothing here needs it
# rule: more rights than needed
docker run --rm --privileged --device /dev/kfd --device /dev/dri rocm/rocm-terminal:latest rocminfo
