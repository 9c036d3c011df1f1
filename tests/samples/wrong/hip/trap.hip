// wrong: __trap is unknown to HIP 7.2, abort() is the way
// message: undeclared identifier '__trap'
#include <hip/hip_runtime.h>

__global__ void kernel(const float* values) {
    if (values[threadIdx.x] < 0.0f) __trap();
}
