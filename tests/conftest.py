"""What every test starts from: no setting of the person who runs it, and a home of its own."""

from __future__ import annotations

import gc
import os
import sys
from itertools import count
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

# What one worker has compiled, with its assertions rewritten, the others read, and the processes that tests start, and the
# next run: that takes a tenth of the processor otherwise.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import settings  # noqa: E402, is rewritten too

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


class FewReports:
    """Lets a worker report a test once. Of its setup and its teardown there is something to hear only where they fail, and each
    report takes as long as a small test."""

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test."""
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        return True


def pytest_configure(config: pytest.Config) -> None:
    """Let workers report little."""
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(FewReports())


def pytest_collection_finish() -> None:
    """Let the collector pass over the modules and the tests themselves: they stay to the end."""
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the app keeps its data during one test; there is none until it is written to."""
    folder = tmp_path_factory.getbasetemp() / f"triqui-home-{next(_homes)}"
    monkeypatch.setenv("TRIQUI_HOME", str(folder))
    return folder
