// Lists the GPUs: product name, compiler target, lanes of a warp, memory, and what they can do. No kernel inside.
// Checked: compiles against HIP 7.2.4 headers, with clang and with g++ alone. Not run on a GPU.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

int main() {
    int count = 0;
    const hipError_t status = hipGetDeviceCount(&count);
    if (status != hipSuccess || count == 0) {
        std::fprintf(stderr, "no GPU: %s\n", hipGetErrorString(status));
        return 1;
    }
    for (int device = 0; device < count; ++device) {
        // --8<-- [start:query]
        hipDeviceProp_t properties;
        if (hipGetDeviceProperties(&properties, device) != hipSuccess) return 1;
        // The target ends at the first colon; features follow, as in gfx90a:sramecc+:xnack-.
        const int length = static_cast<int>(std::strcspn(properties.gcnArchName, ":"));
        std::printf("%d: %s, target %.*s\n", device, properties.name, length, properties.gcnArchName);
        // --8<-- [end:query]
        std::printf("   lanes of a warp: %d\n", properties.warpSize);
        std::printf("   shared memory of a block: %zu bytes\n", properties.sharedMemPerBlock);
        std::printf("   memory: %.1f GiB\n", static_cast<double>(properties.totalGlobalMem) / (1 << 30));

        int managed = 0, pageable = 0;
        if (hipDeviceGetAttribute(&managed, hipDeviceAttributeConcurrentManagedAccess, device) != hipSuccess) return 1;
        if (hipDeviceGetAttribute(&pageable, hipDeviceAttributePageableMemoryAccess, device) != hipSuccess) return 1;
        std::printf("   managed memory migrates: %s\n", managed ? "yes" : "no");
        std::printf("   reads memory of malloc: %s\n", pageable ? "yes" : "no");
    }
    return 0;
}
