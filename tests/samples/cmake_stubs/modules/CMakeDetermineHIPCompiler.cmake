# Stands in for CMake's own module: no HIP compiler is looked for, so that a project can be configured without ROCm.
set(CMAKE_HIP_COMPILER "${CMAKE_CXX_COMPILER}")
set(CMAKE_HIP_COMPILER_ENV_VAR "HIPCXX")
file(WRITE "${CMAKE_PLATFORM_INFO_DIR}/CMakeHIPCompiler.cmake"
    "set(CMAKE_HIP_COMPILER \"${CMAKE_CXX_COMPILER}\")
set(CMAKE_HIP_COMPILER_LOADED 1)
set(CMAKE_HIP_COMPILER_ENV_VAR \"HIPCXX\")
set(CMAKE_HIP_SOURCE_FILE_EXTENSIONS hip)
set(CMAKE_HIP_LINKER_PREFERENCE 90)
")
