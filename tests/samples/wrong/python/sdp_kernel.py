# wrong: deprecated, torch.nn.attention.sdpa_kernel has its place
# rule: attention kernel
import torch

with torch.backends.cuda.sdp_kernel(enable_flash=True, enable_math=False, enable_mem_efficient=False):
    pass
