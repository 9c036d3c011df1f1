# wrong: no such compiler target
# rule: target unknown
amdclang++ -x hip --offload-arch=gfx9999 kernel.hip
