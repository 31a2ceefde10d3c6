"""The workers of a Dask scheduler as an executor. Dask is imported only where an address is given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from core import __version__
from tui.command.caller import BadUsage

PATIENCE = "5s"
"""How long a scheduler has to answer."""
AHEAD = 2
"""Games that wait for each worker, so that none is idle while an answer travels."""


def connect(address: str) -> tuple[Callable[[], Executor], int]:
    """What makes an executor of a scheduler's workers, and for how many games at a time there is work. A game whose worker ends
    is given to another one by the scheduler. Raises BadUsage where there is no scheduler, or none of its workers can play."""
    try:
        from distributed import Client
        from distributed.comm import connect as reach
    except ImportError as error:
        raise BadUsage("--scheduler needs Dask; \"pip install 'triqui[dask]'\" installs it.") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said here, once
    try:
        asyncio.run(_reached(reach, address))  # a client that has none to talk to says so at length when it ends
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadUsage(
            (
                "No scheduler answers at {address}; start one with 'dask scheduler', and give its address, as in "
                "tcp://host:8786."
            ),
            address=repr(address),
        ) from error
    threads = client.nthreads()
    if not threads:
        raise BadUsage(
            "The scheduler at {address} has no workers; start some with 'dask worker {address} --nthreads 1'.",
            address=address,
        )
    if max(threads.values()) > 1:
        raise BadUsage(
            "A worker of {address} plays several games in one process, where they slow each other down; start it with "
            "--nthreads 1, and --nworkers for more.",
            address=address,
        )
    _check_versions(client, address)
    return lambda: client.get_executor(pure=False), AHEAD * len(threads)


async def _reached(reach: Any, address: str) -> None:
    """Raises OSError or ValueError where nobody answers."""
    (await reach(address, timeout=PATIENCE)).abort()


def _check_versions(client: Any, address: str) -> None:
    """Raises BadUsage unless each worker has this version of triqui: another one may play other moves."""
    try:
        versions = set(client.run(_version).values())
    except Exception as error:  # whatever the workers cannot do
        raise BadUsage(
            "The workers of {address} have no triqui; install this version of it where they run.", address=address
        ) from error
    if versions != {__version__}:
        raise BadUsage(
            (
                "A worker of {address} has triqui {there}, but this machine has {here}; install the same version "
                "everywhere."
            ),
            address=address,
            there=", ".join(sorted(versions - {__version__})),
            here=__version__,
        )


def _version() -> str:
    return __version__
