// wrong: there is no mma.h in HIP, rocWMMA has its own header
// message: 'mma\.h' file not found
#include <hip/hip_runtime.h>
#include <mma.h>

__global__ void kernel() {}
