"""Builds the site: both languages, their search index, and every link followed before anything is published.

``build`` makes site/; ``layout`` says where pages stand, ``settings`` what comes from the environment; ``links`` reads
built pages, ``diagnostics`` tells faults with the line that wrote them.
"""

__all__ = ["build", "diagnostics", "layout", "links", "settings"]
