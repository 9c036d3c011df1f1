# wrong: the backend is called nccl, RCCL is behind it
# rule: distributed backend
import torch.distributed as dist

dist.init_process_group(backend="rccl", init_method="env://")
