"""The hall as an engine for other programs: one file a protocol, each serving a :class:`Peer` until it leaves."""

from __future__ import annotations

from collections.abc import Callable

from core.registry import Registry

SERVERS: Registry[Callable[..., None]] = Registry(
    "core.protocols",
    {
        "ugi": "ugi:serve",
        "gomocup": "gomocup:serve",
        "codingame": "codingame:serve",
        "pons": "pons:serve",
    },
)
"""By the name of the protocol, ``serve(game, peer)``. What it says no to, it says in the words of the protocol."""
