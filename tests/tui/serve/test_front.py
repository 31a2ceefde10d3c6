"""Where the front of a hall listens."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import asyncssh
import pytest

from tui.serve.front import CLOSING, SshFront
from tui.serve.hosting import Hosting
from tui.serve.limits import Limits
from tui.serve.zygote import Zygote


@pytest.mark.parametrize("address", ["", "127.0.0.1"])
async def test_a_hall_on_any_free_port_has_the_same_at_all_addresses_and_tells_it(tmp_path: Path, address: str) -> None:
    zygote = cast(Zygote, None)
    hosting = Hosting(tmp_path, "Plaza", zygote, lambda error: None, featured=False)
    front = SshFront(hosting, tmp_path, Limits(), zygote)
    port = await front.open(address, 0, asyncssh.generate_private_key("ssh-ed25519"), str)
    try:
        assert front._acceptor
        assert {listened[1] for listened in front._acceptor.get_addresses()} == {port} != {0}
    finally:
        await front.close(CLOSING)
        await hosting.close()
