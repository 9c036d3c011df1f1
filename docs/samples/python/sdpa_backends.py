"""Which attention kernels of PyTorch work here, and do they agree? Each one is tried alone, and a refusal is told.

Checked: runs on the CPU, where FLASH_ATTENTION and MATH work and agree. Not run on a GPU.
"""

import warnings

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

BACKENDS = (SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH)


def main() -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = torch.float16 if device == "cuda" else torch.float32
    torch.manual_seed(0)
    query, key, value = (torch.randn(2, 4, 128, 64, device=device, dtype=kind) for _ in range(3))
    expected = scaled_dot_product_attention(query.float(), key.float(), value.float())

    for backend in BACKENDS:
        try:
            with warnings.catch_warnings(), sdpa_kernel(backend):
                warnings.simplefilter("ignore")
                result = scaled_dot_product_attention(query, key, value)
        except RuntimeError as error:
            print(f"{backend.name}: not here ({str(error).splitlines()[0]})")
            continue
        difference = (result.float() - expected).abs().max().item()
        print(f"{backend.name}: works on {device}, largest difference {difference:.1e}")


if __name__ == "__main__":
    main()
