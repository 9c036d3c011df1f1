// Sums an array; right with warps of 32 and of 64 lanes. The CUDA version it was ported from: cuda/warp_reduction.cu
// Checked: compiles against HIP 7.2.4 headers for gfx90a, gfx942, gfx1100 and gfx1201. Not run on a GPU.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

// --8<-- [start:kernel]
__device__ float warp_sum(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down(value, offset);
    return value;
}

// One slot a warp: 1024 threads are 32 warps of 32 lanes or 16 of 64, so 32 slots are enough for both.
__global__ void block_sum(const float* input, float* sums, int n) {
    __shared__ float partial[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const int warp = threadIdx.x / warpSize;

    const float value = warp_sum(i < n ? input[i] : 0.0f);
    if (lane == 0) partial[warp] = value;
    __syncthreads();

    if (warp == 0) {
        const int warps = (blockDim.x + warpSize - 1) / warpSize;
        const float sum = warp_sum(lane < warps ? partial[lane] : 0.0f);
        if (lane == 0) sums[blockIdx.x] = sum;
    }
}
// --8<-- [end:kernel]

int main() {
    const int n = 1 << 16, threads = 256, blocks = n / threads;
    const std::vector<float> input(n, 1.0f);
    std::vector<float> sums(blocks);
    float *device_input = nullptr, *device_sums = nullptr;
    if (hipMalloc(&device_input, n * sizeof(float)) != hipSuccess) return 1;
    if (hipMalloc(&device_sums, blocks * sizeof(float)) != hipSuccess) return 1;
    if (hipMemcpy(device_input, input.data(), n * sizeof(float), hipMemcpyHostToDevice) != hipSuccess) return 1;

    block_sum<<<blocks, threads>>>(device_input, device_sums, n);
    if (hipGetLastError() != hipSuccess) return 1;

    if (hipMemcpy(sums.data(), device_sums, blocks * sizeof(float), hipMemcpyDeviceToHost) != hipSuccess) return 1;
    double total = 0.0;
    for (const float sum : sums) total += sum;
    std::printf("%.0f, expected %d\n", total, n);
    return hipFree(device_input) == hipSuccess && hipFree(device_sums) == hipSuccess && total == n ? 0 : 1;
}
