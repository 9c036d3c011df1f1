// wrong: __dp4a has no HIP name
// message: undeclared identifier '__dp4a'
#include <hip/hip_runtime.h>

__global__ void kernel(int* values) { values[threadIdx.x] = __dp4a(values[threadIdx.x], 1, 0); }
