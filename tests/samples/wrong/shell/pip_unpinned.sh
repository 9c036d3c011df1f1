# wrong: without +rocm the version does not say which build is meant
# rule: not a ROCm build
python -m pip install --index-url https://stable.repo.amd.com/rocm/whl-next/ torch==2.14.0
python -c "import torch; assert torch.version.hip"
