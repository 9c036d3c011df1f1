// wrong: a 32-bit mask; the forms with _sync want 64 bits
// message: mask must be a 64-bit integer
#include <hip/hip_runtime.h>

__global__ void kernel(float* values) {
    values[threadIdx.x] += __shfl_down_sync(0xffffffff, values[threadIdx.x], 16);
}
