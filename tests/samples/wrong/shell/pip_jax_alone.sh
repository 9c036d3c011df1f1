# wrong: JAX from PyPI without the plug-ins of the same version runs on the CPU
# rule: names no index
python -m pip install --index-url https://stable.repo.amd.com/rocm/whl-next/ "jax_rocm10_plugin==0.11.0+rocm10.1.0"
python -m pip install "jax==0.11.1" "jaxlib==0.11.1"
python -c "import jax; print(jax.devices())"
