// Times a kernel with two events in the kernel's own stream, and checks the result on the host.
// Checked: compiles against HIP 7.2.4 headers for gfx90a, gfx942, gfx1100 and gfx1201. Not run on a GPU.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define HIP_CHECK(call)                                                                        \
    do {                                                                                       \
        const hipError_t status = (call);                                                      \
        if (status != hipSuccess) {                                                            \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, hipGetErrorString(status)); \
            std::exit(1);                                                                      \
        }                                                                                      \
    } while (0)

// --8<-- [start:kernel]
__global__ void saxpy(int n, float a, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
// --8<-- [end:kernel]

int main() {
    const int n = 1 << 20;
    const size_t bytes = n * sizeof(float);
    const std::vector<float> x(n, 1.0f), y(n, 2.0f);
    float *device_x = nullptr, *device_y = nullptr;
    HIP_CHECK(hipMalloc(&device_x, bytes));
    HIP_CHECK(hipMalloc(&device_y, bytes));
    HIP_CHECK(hipMemcpy(device_x, x.data(), bytes, hipMemcpyHostToDevice));
    HIP_CHECK(hipMemcpy(device_y, y.data(), bytes, hipMemcpyHostToDevice));

    // --8<-- [start:timing]
    hipStream_t stream;
    hipEvent_t start, stop;
    HIP_CHECK(hipStreamCreate(&stream));
    HIP_CHECK(hipEventCreate(&start));
    HIP_CHECK(hipEventCreate(&stop));

    const dim3 block(256), grid((n + block.x - 1) / block.x);
    HIP_CHECK(hipEventRecord(start, stream));
    saxpy<<<grid, block, 0, stream>>>(n, 3.0f, device_x, device_y);
    HIP_CHECK(hipGetLastError());
    HIP_CHECK(hipEventRecord(stop, stream));
    HIP_CHECK(hipEventSynchronize(stop));

    float milliseconds = 0.0f;
    HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    std::printf("first launch: %.3f ms\n", milliseconds);
    // --8<-- [end:timing]

    // --8<-- [start:macro]
    // The same launch as a macro: kernel, grid, block, bytes of dynamic shared memory, stream, kernel arguments.
    HIP_CHECK(hipEventRecord(start, stream));
    hipLaunchKernelGGL(saxpy, grid, block, 0, stream, n, 3.0f, device_x, device_y);
    HIP_CHECK(hipGetLastError());
    HIP_CHECK(hipEventRecord(stop, stream));
    // --8<-- [end:macro]
    HIP_CHECK(hipEventSynchronize(stop));
    HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    std::printf("second launch: %.3f ms\n", milliseconds);

    std::vector<float> result(n);
    HIP_CHECK(hipMemcpy(result.data(), device_y, bytes, hipMemcpyDeviceToHost));
    for (const float value : result) {
        if (std::fabs(value - 8.0f) > 1e-6f) {
            std::fprintf(stderr, "wrong result: %f instead of 8\n", value);
            return 1;
        }
    }
    HIP_CHECK(hipEventDestroy(start));
    HIP_CHECK(hipEventDestroy(stop));
    HIP_CHECK(hipStreamDestroy(stream));
    HIP_CHECK(hipFree(device_x));
    HIP_CHECK(hipFree(device_y));
    return 0;
}
