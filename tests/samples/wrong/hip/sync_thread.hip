// wrong: hipSyncThread does not exist, __syncthreads() is HIP
// message: undeclared identifier 'hipSyncThread'
#include <hip/hip_runtime.h>

__global__ void kernel(float* values) {
    values[threadIdx.x] += 1.0f;
    hipSyncThread();
}
