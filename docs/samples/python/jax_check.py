"""Does JAX see an AMD GPU? Prints the devices, or the first thing that is missing and what to do next.

Checked: run without JAX and with JAX for the CPU: both are told, exit status 1. Not run on a GPU.
"""

import importlib.metadata
import sys


def plugins() -> list[str]:
    """The ROCm plug-ins of JAX in this environment, with their versions."""
    found = importlib.metadata.distributions()
    versions = {item.metadata["Name"].lower().replace("-", "_"): item.version for item in found}
    return [f"{name} {version}" for name, version in sorted(versions.items()) if name.startswith("jax_rocm")]


def main() -> None:
    try:
        import jax
        import jax.numpy as jnp
    except ImportError as error:
        sys.exit(f"no GPU: JAX cannot be imported ({error}).")
    print(f"JAX {jax.__version__}, plug-ins: {', '.join(plugins()) or 'none'}")
    devices = jax.devices()
    if all(device.platform == "cpu" for device in devices):
        if not plugins():
            sys.exit("no GPU: the plug-in and pjrt packages for ROCm are missing; JAX runs on the CPU.")
        sys.exit("no GPU: the plug-in is there but found none. Look at /dev/kfd, and at LD_LIBRARY_PATH.")
    print(devices)
    a = jnp.ones((256, 256))
    assert float((a @ a)[0, 0]) == 256.0
    print("matrix product is right")


if __name__ == "__main__":
    main()
