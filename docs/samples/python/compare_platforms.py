"""Compares a result of two machines, one with an NVIDIA and one with an AMD GPU: a PyTorch build serves one of them.

On each machine: python compare_platforms.py save <name>.pt
Then on one:     python compare_platforms.py compare <a>.pt <b>.pt
The error of a float32 product grows with the inner dimension, so it is judged against the same product in float64.
Checked: runs on the CPU (save, compare, and a spoilt file is refused). Not run on a GPU.
"""

import sys

import torch

SIZE = 1024


def inputs() -> tuple[torch.Tensor, torch.Tensor]:
    """The same matrices everywhere: made on the CPU, from one seed."""
    generator = torch.Generator(device="cpu").manual_seed(20260716)
    return tuple(torch.randn(SIZE, SIZE, generator=generator) for _ in range(2))


def save(path: str) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    a, b = (matrix.to(device) for matrix in inputs())
    torch.save((a @ b).cpu(), path)
    print(f"{path}: from {device}, HIP {torch.version.hip}, CUDA {torch.version.cuda}")


def compare(paths: list[str]) -> None:
    a, b = (matrix.double() for matrix in inputs())
    exact = a @ b
    allowed = 4 * torch.finfo(torch.float32).eps * SIZE  # elements of A and B are of size one
    for path in paths:
        error = (torch.load(path, weights_only=True).double() - exact).abs().max().item()
        print(f"{path}: largest error {error:.1e}, allowed {allowed:.1e}")
        if not error <= allowed:
            sys.exit(f"{path}: not the same result")
    print("the results agree")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["save", path]:
            save(path)
        case ["compare", *paths] if paths:
            compare(paths)
        case _:
            sys.exit(__doc__)
