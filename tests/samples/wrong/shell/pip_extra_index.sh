# wrong: with an extra index the CUDA build of PyPI can win
# rule: an extra index
python -m pip install torch --extra-index-url https://stable.repo.amd.com/rocm/whl-next/
python -c "import torch; assert torch.version.hip"
