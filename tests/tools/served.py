"""A served hall without SSH, to look at sessions side by side, each in a terminal of its own::

python -m tests.tools.served hall /tmp/wire
python -m tests.tools.served sit /tmp/wire ana
python -m tests.tools.served sit /tmp/wire bea
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from pathlib import Path

from core.hall.limits import HallLimits
from tests.tui.premises import Premises
from tui.household.surroundings import Surroundings
from tui.serve.app import ServedHall


async def hall(path: str) -> None:
    """Let sessions in: the first line of each is the key and name of its person."""
    premises = Premises(HallLimits(away=20.0, away_clock=10.0, phrase=1.0))
    line = socket.socket(socket.AF_UNIX)
    line.bind(path)
    line.listen()
    line.setblocking(False)
    while True:
        wire, _address = await asyncio.get_running_loop().sock_accept(line)
        name = (await asyncio.get_running_loop().sock_recv(wire, 64)).decode().strip()
        premises.serve(wire, f"key of {name}", name)


def sit(path: str, name: str) -> None:
    """A session for a person."""
    wire = socket.socket(socket.AF_UNIX)
    wire.connect(path)
    wire.sendall(f"{name}\n".encode())
    folder = Path(tempfile.gettempdir()) / "served" / name
    folder.mkdir(parents=True, exist_ok=True)
    surroundings = Surroundings.of(os.environ, sys.stdout.encoding)._replace(served=True)
    ServedHall((folder, folder), wire, surroundings).run()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["hall", path]:
            asyncio.run(hall(path))
        case ["sit", path, name]:
            sit(path, name)
        case _:
            sys.exit(__doc__)
