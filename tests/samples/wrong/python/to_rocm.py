# wrong: the device string is cuda on AMD too
# rule: device string
import torch

matrix = torch.ones(2, 2).to("rocm:0")
