// wrong: a 32-bit mask for a ballot
// message: mask must be a 64-bit integer
#include <hip/hip_runtime.h>

__global__ void kernel(unsigned long long* values, const float* input) {
    values[threadIdx.x] = __ballot_sync(0xffffffffu, input[threadIdx.x] > 0.0f);
}
