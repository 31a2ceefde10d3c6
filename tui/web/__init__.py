"""The hall of one person in a browser: a server on this machine that lets in nobody else, and a process for each page.

``running`` opens and closes the server, ``server`` has its walls and its pages, ``page`` says what the server tells the process
of a page. That process runs ``app`` with ``driver`` in place of a terminal, and needs no textual-serve.
"""
