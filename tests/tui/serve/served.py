"""``python -m tests.tui.serve.served HOME``: halls of one process and one fork server on one folder. Each line on stdin has the
limits of another one, in JSON, and is answered by its port on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import sys
from functools import partial
from pathlib import Path

from tui.serve.front import SshFront
from tui.serve.hosting import Hosting
from tui.serve.hostkey import host_key
from tui.serve.limits import Limits
from tui.serve.running import lock
from tui.serve.zygote import Zygote


async def main(home: Path) -> None:
    """Open halls until there is no further line."""
    with lock(home):
        zygote = Zygote(2.0)
        trouble = partial(print, file=sys.stderr)  # on stdout stand the ports
        hosting = Hosting(home, "Plaza", zygote, trouble, featured=False)
        await zygote.ready()
        key = host_key(home / "host_key")
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            front = SshFront(hosting, home / "people", Limits(**json.loads(line)), zygote)
            print(await front.open("127.0.0.1", 0, key, lambda port: BANNER.format(port)), flush=True)


BANNER = "To make a key:  ssh-keygen -t ed25519\r\nand then:  ssh -p {} 127.0.0.1\r\n"

if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
