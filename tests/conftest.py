"""What every test starts from: no setting of the person who runs it, and a home of its own."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# Textual and rich read these when they are imported, so they have to go before any test module is.
for _name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "SSH_CONNECTION"):
    os.environ.pop(_name, None)
for _name in [name for name in os.environ if name.startswith(("TEXTUAL", "TRIQUI_"))]:
    del os.environ[_name]
os.environ["LANG"] = "C.UTF-8"
os.environ["TERM"] = "xterm-256color"

# A test makes a hundred thousand objects that live as long as their app; to look through all there are every few hundred
# costs a fifth of the suite.
gc.set_threshold(100_000, 20, 20)

# No example fails because the machine is busy, and each run tries the same.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the app keeps its data during one test."""
    folder = tmp_path / "triqui-home"
    monkeypatch.setenv("TRIQUI_HOME", str(folder))
    return folder
