// The number of lanes as a constant: asked on the host, passed to the kernel as a template argument.
// Since HIP 7.0 warpSize is no constant expression: no array bound, no template argument, no static_assert.
// Checked: compiles against HIP 7.2.4 headers for gfx90a, gfx942, gfx1100 and gfx1201. Not run on a GPU.
#include <hip/hip_runtime.h>

#include <cstdio>

// --8<-- [start:template]
template <int Lanes>
__global__ void sum_rows(const float* input, float* sums) {
    static_assert(Lanes == 32 || Lanes == 64, "a warp has 32 or 64 lanes");
    __shared__ float row[Lanes];
    row[threadIdx.x] = input[blockIdx.x * Lanes + threadIdx.x];
    __syncthreads();
    for (int half = Lanes / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) row[threadIdx.x] += row[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = row[0];
}

hipError_t launch(const float* input, float* sums, int rows, int device) {
    int lanes = 0;
    const hipError_t status = hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
    if (status != hipSuccess) return status;
    if (lanes == 64) {
        sum_rows<64><<<rows, 64>>>(input, sums);
    } else {
        sum_rows<32><<<rows, 32>>>(input, sums);
    }
    return hipGetLastError();
}
// --8<-- [end:template]

int main() {
    float *input = nullptr, *sums = nullptr;
    if (hipMalloc(&input, 4 * 64 * sizeof(float)) != hipSuccess) return 1;
    if (hipMemset(input, 0, 4 * 64 * sizeof(float)) != hipSuccess) return 1;
    if (hipMalloc(&sums, 4 * sizeof(float)) != hipSuccess) return 1;
    const hipError_t status = launch(input, sums, 4, 0);
    std::printf("%s\n", hipGetErrorString(status));
    return status == hipSuccess && hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
