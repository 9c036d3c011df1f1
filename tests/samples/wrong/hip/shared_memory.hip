// wrong: 128 KiB of shared memory in a block, where the limit of gfx90a is 64 KiB; only code generation tells
// message: exceeds (available )?limit|local memory
// check: code generation
#include <hip/hip_runtime.h>

__global__ void kernel(float* values) {
    __shared__ float tile[32 * 1024];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}
