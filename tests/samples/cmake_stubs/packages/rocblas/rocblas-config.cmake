# Stands in for the package of ROCm.
add_library(roc::rocblas INTERFACE IMPORTED)
