// Sums a buffer over all GPUs of this machine with RCCL, one process. The names are those of NCCL, the header is not.
// Checked: compiles against RCCL 7.2.4 headers, with clang and with g++ alone. Not linked, not run on a GPU.
#include <hip/hip_runtime.h>
#include <rccl/rccl.h>

#include <cstdio>
#include <vector>

int main() {
    int gpus = 0;
    if (hipGetDeviceCount(&gpus) != hipSuccess || gpus == 0) {
        std::fprintf(stderr, "no GPU\n");
        return 1;
    }
    const size_t count = 1 << 20;
    std::vector<float*> buffers(gpus);
    std::vector<hipStream_t> streams(gpus);
    const std::vector<float> ones(count, 1.0f);
    for (int gpu = 0; gpu < gpus; ++gpu) {
        if (hipSetDevice(gpu) != hipSuccess || hipStreamCreate(&streams[gpu]) != hipSuccess) return 1;
        if (hipMalloc(reinterpret_cast<void**>(&buffers[gpu]), count * sizeof(float)) != hipSuccess) return 1;
        if (hipMemcpy(buffers[gpu], ones.data(), count * sizeof(float), hipMemcpyHostToDevice) != hipSuccess) return 1;
    }

    // --8<-- [start:allreduce]
    std::vector<ncclComm_t> communicators(gpus);
    ncclResult_t result = ncclCommInitAll(communicators.data(), gpus, nullptr);
    if (result == ncclSuccess) result = ncclGroupStart();
    for (int gpu = 0; gpu < gpus && result == ncclSuccess; ++gpu) {
        result = ncclAllReduce(buffers[gpu], buffers[gpu], count, ncclFloat, ncclSum, communicators[gpu], streams[gpu]);
    }
    if (result == ncclSuccess) result = ncclGroupEnd();
    if (result != ncclSuccess) {
        std::fprintf(stderr, "RCCL: %s\n", ncclGetErrorString(result));
        return 1;
    }
    // --8<-- [end:allreduce]

    for (int gpu = 0; gpu < gpus; ++gpu) {
        float first = 0.0f;
        if (hipSetDevice(gpu) != hipSuccess || hipStreamSynchronize(streams[gpu]) != hipSuccess) return 1;
        if (hipMemcpy(&first, buffers[gpu], sizeof first, hipMemcpyDeviceToHost) != hipSuccess) return 1;
        std::printf("GPU %d: %.0f, expected %d\n", gpu, first, gpus);
        if (hipFree(buffers[gpu]) != hipSuccess || ncclCommDestroy(communicators[gpu]) != ncclSuccess) return 1;
    }
    return 0;
}
