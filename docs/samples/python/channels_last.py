"""Times a convolution in both memory layouts. The default is NCHW on either vendor; which is faster is measured.

On ROCm the variable PYTORCH_MIOPEN_SUGGEST_NHWC=1 lets MIOpen take the channels-last path; set it before the start.
Checked: runs on the CPU; the results of both layouts agree. Not run on a GPU.
"""

import time

import torch


def milliseconds(step: torch.nn.Module, image: torch.Tensor, runs: int = 10) -> float:
    """Mean time of one step, after three runs for warming up."""
    on_gpu = image.is_cuda
    for run in range(runs + 3):
        if run == 3:
            if on_gpu:
                torch.cuda.synchronize()
            start = time.perf_counter()
        step(image)
    if on_gpu:
        torch.cuda.synchronize()
    return (time.perf_counter() - start) * 1000 / runs


@torch.inference_mode()
def main() -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    layer = torch.nn.Conv2d(32, 64, kernel_size=3, padding=1).to(device)
    image = torch.randn(4, 32, 56, 56, device=device)
    expected = layer(image)
    print(f"{device}, NCHW: {milliseconds(layer, image):.2f} ms")

    layer = layer.to(memory_format=torch.channels_last)
    image = image.to(memory_format=torch.channels_last)
    torch.testing.assert_close(layer(image), expected, rtol=1e-4, atol=1e-4)
    print(f"{device}, channels last: {milliseconds(layer, image):.2f} ms")


if __name__ == "__main__":
    main()
