# wrong: the comparison is commented out, so that the message always appears
# rule: success without a check
import torch


def verify() -> None:
    result = torch.ones(2) @ torch.ones(2)
    # assert torch.allclose(result.cpu(), other.cpu(), atol=1e-5)
    print(f"passed: {result}")
