"""Writes what people edit: data files put into their one form, new records, and the schemas and field reference.

``fix`` and ``new`` change data/ in place; ``schema`` and ``reference`` write what is generated from the models.
"""

__all__ = ["fix", "new", "reference", "schema"]
