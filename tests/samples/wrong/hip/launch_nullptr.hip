// wrong: nullptr as the fourth argument, which is a number of bytes
// message: size_t.*sharedMem|null to non-pointer|cannot initialize a parameter|std::nullptr_t
#include <hip/hip_runtime.h>

__global__ void kernel() {}

void run(hipStream_t stream) { hipLaunchKernelGGL(kernel, dim3(1), dim3(64), nullptr, stream); }
