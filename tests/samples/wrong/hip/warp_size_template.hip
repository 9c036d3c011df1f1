// wrong: warpSize is no template argument since HIP 7.0
// message: constant expression|no matching function
#include <hip/hip_runtime.h>

template <int Lanes>
__device__ int twice() {
    return 2 * Lanes;
}

__global__ void kernel(int* values) { values[threadIdx.x] = twice<warpSize>(); }
