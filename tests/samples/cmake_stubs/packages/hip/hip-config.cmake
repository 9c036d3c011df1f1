# Stands in for the package of ROCm: the targets it offers, empty.
add_library(hip::host INTERFACE IMPORTED)
add_library(hip::device INTERFACE IMPORTED)
