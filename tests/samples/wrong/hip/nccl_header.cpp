// wrong: the header of RCCL is rccl/rccl.h
// message: 'nccl\.h' file not found|nccl\.h: No such file
#include <nccl.h>

int main() { return 0; }
