// wrong: the header lives in a folder of its own, rocblas/rocblas.h
// message: 'rocblas\.h' file not found|rocblas\.h: No such file
#include <hip/hip_runtime.h>
#include <rocblas.h>

int main() { return 0; }
