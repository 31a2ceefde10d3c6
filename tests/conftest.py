"""What every test starts from: no setting of the person who runs it, and a home of its own."""

from __future__ import annotations

import gc
import os
from itertools import count
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

# A test makes tens of thousands of objects that live as long as their app; to look through all there are every few hundred
# costs a fifth of the suite.
gc.set_threshold(200_000, 20, 1000)

# No example fails because the machine is busy, and each run tries the same.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


_homes = count(1)


def pytest_collection_finish() -> None:
    """Let the collector pass over the modules and the tests themselves: they stay to the end."""
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the app keeps its data during one test; there is none until it is written to."""
    folder = tmp_path_factory.getbasetemp() / f"triqui-home-{next(_homes)}"
    monkeypatch.setenv("TRIQUI_HOME", str(folder))
    return folder
