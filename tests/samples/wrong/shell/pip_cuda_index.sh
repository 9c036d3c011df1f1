# wrong: an index that serves builds for CUDA
# rule: index unknown
python -m pip install --index-url https://download.pytorch.org/whl/cu130 torch
python -c "import torch; assert torch.version.hip"
