"""Measures and looks: how fast everything is (``bench``), and pictures of every kind of page (``pictures``)."""

__all__ = ["bench", "pictures"]
