"""As whom a hall is open, and what others on its machine can read of it. It takes 4 seconds."""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pty.terminal import PATIENT, PROGRAM, TOLD_TO_MOVE, Terminal
from tests.tui.serve.serving import Command, Key, lives
from tui.command.cli import main
from tui.serve.hostkey import host_key
from tui.serve.user import WrongUser, become

Come = Callable[..., Terminal]
HERE = ("--port", "0", "--address", "127.0.0.1")
NOBODY = pwd.getpwnam("nobody")


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one sentence with which the command does not open a hall."""
    assert main(["serve", *HERE, *options]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)
    return printed.err


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What root asks the system for to become somebody else, without getting it."""
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    for name in ("initgroups", "setgid", "setuid"):
        monkeypatch.setattr(f"os.{name}", lambda *values, name=name: asked.append((name, *values)))
    for name in ("HOME", "USER", "LOGNAME"):
        monkeypatch.setenv(name, "root")
    return asked


@pytest.mark.usefixtures("asked")
def test_root_opens_no_hall_but_as_somebody_else_or_if_it_insists(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in ((), ("--user", "root")):
        said = refused(capsys, *options)
        assert "should not run as root" in said
        assert "--user NAME" in said
        assert "--as-root" in said
        assert not home.exists()
    home.mkdir()
    assert "chmod 700" in refused(capsys, "--as-root")


def test_root_gives_up_its_groups_before_itself_and_has_the_home_of_the_other(asked: list[tuple[object, ...]]) -> None:
    become(NOBODY.pw_name)
    gid = NOBODY.pw_gid
    assert asked == [("initgroups", "nobody", gid), ("setgid", gid), ("setuid", NOBODY.pw_uid)]
    assert [os.environ[name] for name in ("HOME", "USER", "LOGNAME")] == [NOBODY.pw_dir, "nobody", "nobody"]


def test_a_user_that_there_is_not_is_told_with_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--user", "no-such\x1b-user")
    assert "no user" in said
    assert "useradd" in said
    assert "\x1b" not in said


def test_who_is_not_root_becomes_nobody_else(asked: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*values: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.initgroups", forbidden)
    with pytest.raises(WrongUser, match=r"cannot change to the user nobody \(Operation not permitted\)"):
        become("nobody")
    assert asked == []
    monkeypatch.setattr("os.geteuid", lambda: NOBODY.pw_uid)
    become("nobody")


@pytest.mark.usefixtures("asked")
def test_a_program_that_the_user_cannot_read_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: not str(path).endswith("zygote.py"))
    with pytest.raises(WrongUser, match=r"nobody cannot read .*zygote.py.* install it where everybody can"):
        become("nobody")


def test_a_folder_into_which_others_can_look_is_refused_and_left_as_it_is(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    for mode in (0o755, 0o750, 0o701):
        home.chmod(mode)
        assert f"'chmod 700 {home}'" in refused(capsys, "--as-root")
        assert (stat.S_IMODE(home.stat().st_mode), list(home.iterdir())) == (mode, [])


def test_a_hall_makes_nothing_that_others_can_read_and_nothing_outside_its_folder(
    key: Key, come: Come, tmp_path: Path
) -> None:
    home, outside = tmp_path / "hall", tmp_path / "outside"
    outside.mkdir()
    variables = dict.fromkeys(("HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), str(outside))
    opened = Command(home, begins=outside, umask=0, variables=variables)
    visitor = come(opened.hall)
    visitor.do("engines")
    visitor.see("choose the kind")
    visitor.press("enter")
    visitor.see(TOLD_TO_MOVE)
    visitor.press("enter")
    visitor.see("move 3")
    made = {path: stat.S_IMODE(path.lstat().st_mode) for path in (home, *home.rglob("*"))}
    opened.process.terminate()
    opened.process.wait(PATIENT)
    made |= {path: stat.S_IMODE(path.lstat().st_mode) for path in (home, *home.rglob("*"))}
    assert {path.suffix for path in made} >= {"", ".sqlite", ".toml"}
    assert {path: mode for path, mode in made.items() if mode != (0o700 if path.is_dir() else 0o600)} == {}
    assert list(outside.rglob("*")) == []


@pytest.fixture
def theirs() -> Iterator[Path]:
    """A folder of nobody's, where nobody can reach it; the tests that ask for it are root's."""
    if os.geteuid() != 0:
        pytest.skip("only root becomes somebody else")
    try:
        subprocess.run([PROGRAM, "--version"], user=NOBODY.pw_uid, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this program is where nobody cannot read it")
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    os.chown(folder, NOBODY.pw_uid, NOBODY.pw_gid)
    yield folder
    shutil.rmtree(folder)


def identity(pid: int) -> tuple[set[int], set[int], set[int]]:
    """The users of a process, its groups, and those beside them."""
    status = dict(row.split(":", 1) for row in Path(f"/proc/{pid}/status").read_text().splitlines())
    users, groups, others = ({int(word) for word in status[name].split()} for name in ("Uid", "Gid", "Groups"))
    return users, groups, others


def test_all_processes_and_files_of_a_hall_are_those_of_the_user_that_root_names(
    theirs: Path, key: Key, come: Come
) -> None:
    opened = Command(theirs / "hall", ("--user", "nobody"))
    visitor = come(opened.hall)
    lives(visitor)
    pids = [opened.process.pid, opened.hall.zygote, *opened.hall.sessions(key)]
    assert len(pids) == 3
    for pid in pids:
        users, groups, others = identity(pid)
        assert (users, groups, others - groups) == ({NOBODY.pw_uid}, {NOBODY.pw_gid}, set())
    assert {path.stat().st_uid for path in theirs.rglob("*")} == {NOBODY.pw_uid}
    opened.process.terminate()
    assert opened.process.wait(PATIENT) == 0


def test_what_the_user_cannot_read_is_told_with_the_remedy(theirs: Path, tmp_path: Path) -> None:
    host_key(tmp_path / "key")

    def said(home: Path, *options: str) -> str:
        line = [str(PROGRAM), "serve", *HERE, "--user", "nobody", *options]
        done = subprocess.run(
            line, env={**os.environ, "TRIQUI_HOME": str(home)}, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        return done.stderr

    assert f"{tmp_path / 'hall'} cannot be used (Permission denied)" in said(tmp_path / "hall")
    assert "--host-key" in said(theirs / "hall", "--host-key", str(tmp_path / "key"))
