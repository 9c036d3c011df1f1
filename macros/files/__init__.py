"""Files on the disk: written whole or not at all, and told from what they were before.

It imports nothing of ours, so that the preview can look at files while the rest cannot be run. ``writing`` is for all.
"""

__all__ = ["writing"]
