"""What readers take along, made from the built site: a PDF (``pdf``) and a zip (``archive``) per language, and the
page that lists them (``downloads``).
"""

__all__ = ["archive", "downloads", "pdf"]
