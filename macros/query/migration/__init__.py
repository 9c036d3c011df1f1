"""What becomes of CUDA code: libraries, HIPIFY, pitfalls."""
