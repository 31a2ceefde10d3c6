"""Ctrl-C at any moment ends a command with 130 and without a traceback. It takes 25 seconds."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.subprocesses import ROOT

ENDS = (0, 130, -signal.SIGINT)
"""The last is what a shell calls 130 too: Python takes its handler away a moment before the process is over."""
BEGUN = "import sys; sys.path.insert(0, {root!r}); from tui.command.start import start; print(flush=True); sys.exit(start())"
"""A command line that says when it can be interrupted."""


@pytest.mark.parametrize("line", ["bench", "games"])
@pytest.mark.parametrize("wait", [moment / 40 for moment in range(20)])
def test_ctrl_c_at_any_moment_leaves_no_traceback(
    tmp_path: Path, line: str, wait: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path))
    command = [sys.executable, "-c", BEGUN.format(root=str(ROOT)), line]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        _out, said = process.communicate()
    assert (process.returncode in ENDS, said.strip() in ("", "Interrupted.")) == (True, True), said
