// CUDA, before porting: three places take a warp of 32 lanes for granted. The ported version: hip/warp_reduction.hip
// Checked: hipify-perl 7.2.4 leaves the 32-bit mask in place without a warning, and the result does not compile with
// HIP 7.2.4 headers. As CUDA it was not compiled.
#include <cuda_runtime.h>

// --8<-- [start:kernel]
__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void block_sum(const float* input, float* sums, int n) {
    __shared__ float partial[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;

    const float value = warp_sum(i < n ? input[i] : 0.0f);
    if (lane == 0) partial[warp] = value;
    __syncthreads();

    if (warp == 0) {
        const float sum = warp_sum(lane < blockDim.x / 32 ? partial[lane] : 0.0f);
        if (lane == 0) sums[blockIdx.x] = sum;
    }
}
// --8<-- [end:kernel]
