// CUDA, before porting: C = A * B with cuBLAS. Ported: hip/hipblas_sgemm.cpp (both vendors), hip/rocblas_sgemm.cpp (AMD).
// Checked: hipify-perl 7.2.4 translates every name; its #include <hipblas.h> must then become <hipblas/hipblas.h>,
// and the result compiles against hipBLAS 7.2.4 headers. As CUDA it was not compiled.
#include <cublas_v2.h>
#include <cuda_runtime.h>

bool multiply(const float* a, const float* b, float* c, int m, int n, int k) {
    // --8<-- [start:sgemm]
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return false;
    const float alpha = 1.0f, beta = 0.0f;
    const cublasStatus_t status =
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m, b, k, &beta, c, m);
    return cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS && status == CUBLAS_STATUS_SUCCESS;
    // --8<-- [end:sgemm]
}
