"""The live preview: a server that shows both languages while they are written, and stays alive whatever is broken.

``server`` begins it. What may be broken while its author works on it is imported in processes of their own.
"""

__all__ = ["server"]
