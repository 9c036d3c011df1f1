// wrong: gcnArch is gone since 6.0, gcnArchName holds the target
// message: gcnArch
#include <hip/hip_runtime.h>

int main() {
    hipDeviceProp_t properties = {};
    return properties.gcnArch;
}
