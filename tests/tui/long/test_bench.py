"""``triqui bench --app`` measures everything once, in small, and leaves nothing behind. It takes three minutes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.pty.terminal import PATIENT, PROGRAM, command, gone, processes, wait_until
from tests.tui.commands import Run
from tui.bench import figures


def of_the_bench(folder: Path) -> list[int]:
    """The processes that keep their files in a folder of temporary files."""
    found = []
    for pid in processes():
        try:
            variables = Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            continue
        if f"TRIQUI_HOME={folder}".encode() in variables and command(pid):
            found.append(pid)
    return found


@pytest.mark.skipif(find_spec("asyncssh") is None, reason="there is no SSH")
def test_each_part_is_measured_in_one_run_and_no_screen_sends_a_byte_at_rest(
    triqui: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(PROGRAM)])
    for name, value in {"PAIRS": 2, "KEY_COUNT": 4, "PROGRAMS": 1, "GAMES": ("tictactoe",), "AT_REST": 1.0}.items():
        monkeypatch.setattr(figures, name, value)
    document = triqui("bench", "--app", "--games", "300", "--sessions", "2", "--json").json
    found = {(row["figure"], row["of"]): row["value"] for row in document["figures"]}
    expected = {
        *(
            ("first picture", "CPU time"),
            ("key to paint", "tictactoe, ply 2, p99"),
            ("a key", "vanishing, ply 1000, output"),
        ),
        *(("store", "Play me"), ("served sessions", "memory of a session"), ("key to paint", "lobby, p50")),
    }
    assert expected <= found.keys()
    assert {of: sent for (figure, of), sent in found.items() if figure == figures.REST and sent} == {}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("part", ["keys", "rest", "store", "served"])
def test_stopped_it_leaves_no_process_and_no_file(tmp_path: Path, part: str, number: signal.Signals) -> None:
    line = [str(PROGRAM), "bench", "--app", "--only", part]
    program = subprocess.Popen(line, env={**os.environ, "TMPDIR": str(tmp_path)}, stdout=subprocess.DEVNULL)
    wait_until(lambda: list(tmp_path.iterdir()) and (part == "store" or of_the_bench(tmp_path)))
    started = of_the_bench(tmp_path)
    program.send_signal(number)
    assert program.wait(PATIENT) == 130
    wait_until(lambda: gone([*started, *of_the_bench(tmp_path)]))
    assert list(tmp_path.iterdir()) == []
