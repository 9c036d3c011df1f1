"""Does PyTorch see an AMD GPU? Prints what was found, or the first thing that is missing and what to do next.

Checked: run without PyTorch and with a build for CUDA: both are told, exit status 1. Not run on a GPU.
"""

import os
import sys


def missing_part() -> str:
    """What stands between PyTorch and the GPU, in the order in which it is worth looking; empty if nothing does."""
    try:
        import torch
    except ImportError as error:
        return f"PyTorch cannot be imported ({error}). Install it from the AMD index in this environment."
    print(f"PyTorch {torch.__version__}, HIP {torch.version.hip}, Python {sys.version.split()[0]}")
    if torch.version.hip is None:
        return "This is not a ROCm build. Install again with the AMD index alone (--index-url, not --extra-index-url)."
    if torch.cuda.is_available():
        return ""
    if sys.platform == "win32":
        return "A ROCm build, but no GPU: update the graphics driver, and compare GPU and release with the tables."
    if not os.path.exists("/dev/kfd"):
        return "/dev/kfd is missing: the driver is not loaded, or the container was started without the device."
    if not os.access("/dev/kfd", os.R_OK | os.W_OK):
        return "/dev/kfd may not be opened: join the groups render and video, then log in again."
    hiding = [name for name in os.environ if name.endswith("VISIBLE_DEVICES")]
    if hiding:
        return f"No GPU is left by {', '.join(hiding)}: unset it and try again."
    return f"The driver answers, but no GPU fits. Code in this build: {', '.join(torch.cuda.get_arch_list())}"


def use_gpu() -> None:
    """Names each GPU and multiplies two matrices on it; the product is compared with that of the CPU."""
    import torch

    for index in range(torch.cuda.device_count()):
        device = torch.device("cuda", index)  # on ROCm too the device is called cuda
        properties = torch.cuda.get_device_properties(device)
        print(f"{index}: {properties.name}, {properties.gcnArchName}, {properties.total_memory / 2**30:.1f} GiB")
        a, b = torch.randn(256, 256), torch.randn(256, 256)
        product = (a.to(device) @ b.to(device)).cpu()
        torch.testing.assert_close(product, a @ b, rtol=1e-3, atol=1e-3)
        print("   matrix product agrees with the CPU")


if __name__ == "__main__":
    if reason := missing_part():
        sys.exit(f"no GPU: {reason}")
    use_gpu()
