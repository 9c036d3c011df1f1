// C = A * B in single precision with hipBLAS, column-major as in BLAS. What hipify writes for cuBLAS; it runs on both vendors.
// Checked: compiles against hipBLAS 7.2.4 headers, with clang and with g++ alone. Not linked, not run on a GPU.
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

#include <cstdio>
#include <vector>

int main() {
    const int m = 256, n = 128, k = 64;
    const std::vector<float> a(m * k, 1.0f), b(k * n, 2.0f);
    std::vector<float> c(m * n);
    float *device_a = nullptr, *device_b = nullptr, *device_c = nullptr;
    if (hipMalloc(reinterpret_cast<void**>(&device_a), a.size() * sizeof(float)) != hipSuccess) return 1;
    if (hipMalloc(reinterpret_cast<void**>(&device_b), b.size() * sizeof(float)) != hipSuccess) return 1;
    if (hipMalloc(reinterpret_cast<void**>(&device_c), c.size() * sizeof(float)) != hipSuccess) return 1;
    if (hipMemcpy(device_a, a.data(), a.size() * sizeof(float), hipMemcpyHostToDevice) != hipSuccess) return 1;
    if (hipMemcpy(device_b, b.data(), b.size() * sizeof(float), hipMemcpyHostToDevice) != hipSuccess) return 1;

    // --8<-- [start:sgemm]
    hipblasHandle_t handle;
    if (hipblasCreate(&handle) != HIPBLAS_STATUS_SUCCESS) return 1;
    const float alpha = 1.0f, beta = 0.0f;
    const hipblasStatus_t status =
        hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &alpha,  //
                     device_a, m, device_b, k, &beta, device_c, m);
    if (status != HIPBLAS_STATUS_SUCCESS) {
        std::fprintf(stderr, "hipblasSgemm: %s\n", hipblasStatusToString(status));
        return 1;
    }
    // --8<-- [end:sgemm]

    if (hipMemcpy(c.data(), device_c, c.size() * sizeof(float), hipMemcpyDeviceToHost) != hipSuccess) return 1;
    std::printf("%.1f, expected %.1f\n", c[0], 2.0f * k);
    if (hipblasDestroy(handle) != HIPBLAS_STATUS_SUCCESS) return 1;
    for (float* memory : {device_a, device_b, device_c}) {
        if (hipFree(memory) != hipSuccess) return 1;
    }
    return c[0] == 2.0f * k ? 0 : 1;
}
