"""Frameworks, components, packages, images, and how they are installed."""
