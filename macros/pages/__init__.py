"""What pages show: the macros that prose calls, and the pages that every record has.

``macros`` lists what pages may call and ``macro_calls`` answers the generator; ``stubs`` writes the pages of records,
``addresses`` says where they stand.
"""

__all__ = ["addresses", "macro_calls", "macros", "stubs"]
