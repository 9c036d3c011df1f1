# wrong: a name need not begin with AMD, and asking for it raises where there is no GPU
# rule: asks by name
import torch

device = "cuda" if torch.cuda.get_device_name(0).startswith("AMD") else "cpu"
