"""The manual as a site: static pages in every language, from the texts that the commands print.

``python -m tests.tools.site`` writes the sources of the pages (:mod:`~tests.site.sources`) and has Sphinx build them.
"""
