// wrong: a kernel cannot launch a kernel
// message: device-side kernel call/launch is not supported|reference to __global__ function
#include <hip/hip_runtime.h>

__global__ void inner() {}

__global__ void outer() { inner<<<1, 64>>>(); }
