# wrong: the device string is cuda on AMD too
# rule: device string
import torch

device = torch.device("rocm")
layer = torch.nn.Linear(4, 4, device="rocm")
