// Masks of lanes are 64 bits wide on AMD GPUs, also where a warp has 32 lanes.
// Checked: compiles against HIP 7.2.4 headers for gfx90a, gfx942, gfx1100 and gfx1201. Not run on a GPU.
#include <hip/hip_runtime.h>

// --8<-- [start:count]
// How many lanes of the warp hold a positive value: 64-bit type, 64-bit count.
__global__ void count_positive(const float* input, int* counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long positive = __ballot(input[i] > 0.0f);
    counts[i] = __popcll(positive);
}
// --8<-- [end:count]

// --8<-- [start:sync]
// The forms with _sync want a 64-bit mask; all lanes take part here.
__global__ void sum_of_warp(const float* input, float* sums) {
    const unsigned long long all_lanes = ~0ull;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = input[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(all_lanes, value, offset);
    if (threadIdx.x % warpSize == 0) sums[i / warpSize] = value;
}
// --8<-- [end:sync]

// --8<-- [start:leader]
// The first active lane adds for all of them: one atomic operation a warp.
__device__ int append(int* counter) {
    const unsigned long long active = __activemask();
    const int lane = threadIdx.x % warpSize;
    const int leader = __ffsll(active) - 1;
    const int before = __popcll(active & ((1ull << lane) - 1ull));
    int first = 0;
    if (lane == leader) first = atomicAdd(counter, __popcll(active));
    return __shfl(first, leader) + before;
}
// --8<-- [end:leader]

__global__ void keep_positive(const float* input, float* output, int* counter) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (input[i] > 0.0f) output[append(counter)] = input[i];
}
