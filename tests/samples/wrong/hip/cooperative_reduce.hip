// wrong: HIP 7.2 has no cooperative_groups::reduce
// message: no member named 'reduce'
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void kernel(int* values) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    values[threadIdx.x] = cg::reduce(tile, values[threadIdx.x], cg::plus<int>());
}
