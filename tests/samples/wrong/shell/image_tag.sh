# wrong: no such image
# rule: image unknown
docker run --rm --device /dev/kfd --device /dev/dri rocm/pytorch:2.12.0_7.14
