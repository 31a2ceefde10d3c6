"""The hall over SSH: a front that lets people in by their keys, and a process on a terminal of its own for each of them.

``front`` listens and asks who it is, ``visit`` ties one SSH session to one terminal, ``zygote`` forks the processes,
``session`` is what runs in them, with ``app`` on the screen. Who sits where is known by :mod:`core.hall` alone.
"""
