// wrong: HIP 7.0 removed HIP_MEMSET_NODE_PARAMS
// message: HIP_MEMSET_NODE_PARAMS
#include <hip/hip_runtime.h>

int main() {
    HIP_MEMSET_NODE_PARAMS parameters = {};
    return static_cast<int>(sizeof parameters) > 0 ? 0 : 1;
}
