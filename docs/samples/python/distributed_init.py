"""Starts a process group and sums over all ranks: torchrun --nproc-per-node=<GPUs> distributed_init.py

On AMD GPUs the backend is called nccl; RCCL is behind it. Without GPUs gloo is taken, so that the script can be tried.
Checked: runs with one and with two processes on the CPU (gloo). Not run on GPUs.
"""

import os

import torch
import torch.distributed as dist


def main() -> None:
    on_gpu = torch.cuda.is_available()
    local_rank = int(os.environ.get("LOCAL_RANK", "0"))
    if "RANK" not in os.environ:  # started without torchrun: a group of one
        os.environ.update(RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT="29500")
    if on_gpu:
        torch.cuda.set_device(local_rank)
    device = torch.device("cuda", local_rank) if on_gpu else torch.device("cpu")

    dist.init_process_group(backend="nccl" if on_gpu else "gloo")
    try:
        total = torch.tensor([float(dist.get_rank() + 1)], device=device)
        dist.all_reduce(total)
        ranks = dist.get_world_size()
        assert total.item() == ranks * (ranks + 1) / 2, f"wrong sum: {total.item()}"
        print(f"rank {dist.get_rank()} of {ranks} on {device}: sum {total.item():.0f}")
    finally:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
