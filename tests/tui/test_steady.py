"""The app begins its tasks as its tests do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import Mock

from tui.hall.app import Hall


async def test_no_task_of_the_hall_begins_inside_the_call_that_makes_it(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    at_once = Mock(side_effect=lambda loop, work, **options: asyncio.Task(work, loop=loop, **options))
    loop.set_task_factory(at_once)  # as Textual does from Python 3.12 on
    async with Hall((tmp_path, tmp_path)).run_test():
        assert loop.get_task_factory() is None
