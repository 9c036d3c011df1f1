// wrong: warpSize is no constant expression since HIP 7.0
// message: constant expression|variable length array
#include <hip/hip_runtime.h>

__global__ void kernel(float* values) {
    __shared__ int a[warpSize];
    a[threadIdx.x] = 1;
    values[threadIdx.x] = a[threadIdx.x];
}
