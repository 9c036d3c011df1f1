// CUDA, before porting: a file that hipify translates without a remark. Ported: hip/event_timing.hip
// Checked: what hipify-perl 7.2.4 makes of it compiles against HIP 7.2.4 headers. As CUDA it was not compiled.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void saxpy(int n, float a, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
    const int n = 1 << 20;
    float *x = nullptr, *y = nullptr;
    cudaStream_t stream;
    if (cudaMalloc(&x, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMalloc(&y, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
    if (cudaMemsetAsync(x, 0, n * sizeof(float), stream) != cudaSuccess) return 1;
    if (cudaMemsetAsync(y, 0, n * sizeof(float), stream) != cudaSuccess) return 1;
    saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, 3.0f, x, y);
    const cudaError_t status = cudaStreamSynchronize(stream);
    std::printf("%s\n", cudaGetErrorString(status));
    return status == cudaSuccess && cudaFree(x) == cudaSuccess && cudaFree(y) == cudaSuccess ? 0 : 1;
}
