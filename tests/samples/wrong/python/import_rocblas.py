# wrong: rocBLAS is a C library, there is no such module
# rule: imports
import rocblas

print(rocblas)
