# wrong: the option page names it, the tool does not define it
# rule: hipify option
hipify-clang kernel.cu --cuda-path=/usr/local/cuda --hip-path=/opt/rocm
