"""The command that opens a hall: what it refuses, prints and changes. It takes 5 seconds."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncssh
import pytest

from core.hall.people import person_id
from core.phrase import Phrase
from core.store.rows import Member
from core.store.store import open_store
from tests.pty.terminal import Terminal
from tests.tui.serve.serving import Command, Key
from tui.command.cli import main
from tui.serve.hosting import STORE
from tui.serve.hostkey import FILE, HostKeyBroken, host_key
from tui.serve.limits import Limits
from tui.serve.running import LOCK, ServePlan, lock, serve, tell_open
from tui.serve.zygote import Zygote


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one sentence with which the command does not open a hall, which is not that it is asked by root."""
    return _sentence(capsys, "run", "--as-root", *options)


def _sentence(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which a command of ``serve`` is refused."""
    assert main(["serve", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    return printed.err


def test_the_first_start_makes_a_key_that_stays_and_that_nobody_else_can_read(home: Path) -> None:
    path = home / "a" / FILE
    first = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert first.get_algorithm() == "ssh-ed25519"
    assert host_key(path).public_data == first.public_data
    assert list(path.parent.iterdir()) == [path]


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.write_text("no key"), "it is not a private key"),
        (lambda path: path.write_bytes(b""), "it is not a private key"),
        (lambda path: path.chmod(0o644), "can be read or changed by others"),
        (lambda path: (path.unlink(), path.mkdir()), "it is not a file"),
        (_pipe, "it is not a file"),
        (
            lambda path: path.write_bytes(
                asyncssh.generate_private_key("ssh-ed25519").export_private_key("pkcs8-pem", passphrase="x")
            ),
            "it asks for a passphrase",
        ),
    ],
)
def test_a_key_that_is_none_is_refused_and_left_as_it_is(
    home: Path, spoil: Callable[[Path], object], said: str
) -> None:
    path = home / FILE
    host_key(path)
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(HostKeyBroken, match=said):
        host_key(path)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_key_of_somebody_else_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / FILE
    host_key(path)
    os.chown(path, 12345, 12345)
    with pytest.raises(HostKeyBroken, match=r"somebody else \(user 12345\)"):
        host_key(path)


def test_a_key_that_cannot_be_made_is_told_with_the_remedy(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir(0o700)
    (home / "file").touch()
    said = refused(capsys, "--port", "0", "--address", "127.0.0.1", "--host-key", str(home / "file" / "key"))
    assert "--host-key" in said


def test_a_busy_port_is_told_with_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        said = refused(capsys, "--port", port, "--address", "127.0.0.1")
    assert f"port {port} " in said
    assert "--port chooses another" in said


def _directory(path: Path) -> None:
    path.parent.mkdir(0o700)
    path.mkdir()


def _newer(path: Path) -> None:
    path.parent.mkdir(0o700)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")


@pytest.mark.parametrize("spoil", [_directory, _newer])
def test_a_hall_that_could_not_keep_its_games_is_not_opened(
    home: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None]
) -> None:
    spoil(home / STORE)
    said = refused(capsys, "--port", "0", "--address", "127.0.0.1")
    assert "cannot be saved" in said
    assert "TRIQUI_HOME" in said


def test_whoever_is_banned_while_a_hall_opens_or_closes_is_banned_all_the_same(home: Path) -> None:
    with lock(home):
        number = (home / LOCK).read_text()
        (home / LOCK).write_text("")
        tell_open(home)
    assert (number, (home / LOCK).read_text()) == (str(os.getpid()), "")


@contextmanager
def hanging_up(disposition: signal.Handlers) -> Iterator[None]:
    """As a process whose SIGHUP is the usual one, or ignored as nohup has it, however the tests were started."""
    before = signal.signal(signal.SIGHUP, disposition)
    try:
        yield
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_hall_that_is_asked_to_end_before_it_is_open_ends(
    home: Path, monkeypatch: pytest.MonkeyPatch, asked: signal.Signals
) -> None:
    monkeypatch.setattr(Zygote, "ready", lambda self: asyncio.Event().wait())
    said: list[str] = []

    def say(what: Phrase) -> None:
        said.append(what.template)
        os.kill(os.getpid(), asked)

    with hanging_up(signal.SIG_DFL):
        await serve(ServePlan(home, 0, "127.0.0.1", "", None, "Plaza", Limits()), say)
    assert said == ["Host key: {fingerprint}"]


async def test_a_hall_under_nohup_goes_on_when_its_terminal_goes_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Zygote, "ready", lambda self: asyncio.Event().wait())
    left: list[object] = []

    def say(what: Phrase) -> None:
        left.append(signal.getsignal(signal.SIGHUP))
        os.kill(os.getpid(), signal.SIGTERM)

    with hanging_up(signal.SIG_IGN):
        await serve(ServePlan(home, 0, "127.0.0.1", "", None, "Plaza", Limits()), say)
    assert left == [signal.SIG_IGN]


def test_without_asyncssh_its_name_and_how_to_get_it_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.command.serve.find_spec", lambda name: None)
    assert "pip install 'triqui[serve]'" in refused(capsys)


def test_where_no_hall_can_be_served_that_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    assert "from Linux only" in refused(capsys)


def test_other_commands_need_no_asyncssh() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['asyncssh'] = None; from tui.command.cli import main; main(['--help'])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert " serve " in done.stdout


def test_people_are_listed_banned_and_let_in_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no hall in" in _sentence(capsys, "people")
    home.mkdir(0o700)
    store, _trouble = open_store(home / STORE)
    for key, name in (("SHA256:one", "ana"), ("SHA256:two", ""), ("SHA256:three", "bea")):
        store.people.enroll(Member(key, name))
    store.close()
    for who, key in (
        ("ANA", "SHA256:one"),
        ("SHA256:two", "SHA256:two"),
        (person_id("SHA256:three")[:4], "SHA256:three"),
    ):
        assert main(["serve", "ban", who]) == 0
        assert _banned(home) == {key}
        assert main(["serve", "unban", who]) == 0
        assert _banned(home) == set()
    assert "matches 0 people" in _sentence(capsys, "ban", "nobody")
    main(["serve", "ban", "bea"])
    assert main(["serve", "people"]) == 0
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()[1:]}
    assert person_id("SHA256:three") in rows["bea"]
    assert [name for name, row in rows.items() if row.endswith("banned")] == ["bea"]


def _banned(home: Path) -> set[str]:
    store, _trouble = open_store(home / STORE)
    found = {member.key for member in store.people.members() if member.banned}
    store.close()
    return found


def test_the_unit_is_one_that_systemd_takes(home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "unit"]) == 0
    text = capsys.readouterr().out
    assert "ExecStart=/" in text
    assert "MemoryMax=" in text
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    unit = tmp_path / "triqui.service"
    unit.write_text(text.replace(text.partition("ExecStart=")[2].split()[0], shutil.which("true") or ""))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_container_file_says_how_it_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "container"]) == 0
    text = capsys.readouterr().out
    assert "has run in it with podman" in text
    assert 'ENTRYPOINT ["triqui", "serve"]' in text


def test_one_folder_has_one_hall_and_a_ban_takes_effect_in_it_at_once(
    tmp_path: Path,
    key: Key,
    come: Callable[..., Terminal],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = Command(tmp_path / "hall")
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "hall"))
    assert "A hall is already open on" in refused(capsys)
    visitor = come(opened.hall)
    assert main(["serve", "ban", key.fingerprint]) == 0
    visitor.end()
    assert "You can no longer enter this hall." in visitor.text
    again = opened.hall.visit(key)
    assert again.end() == 1
    assert "You can no longer enter this hall." in again.text
    opened.process.terminate()
    opened.process.wait(20)


def test_the_help_tells_whole_minutes_as_whole_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "run", "--help"]) == 0
    printed = capsys.readouterr().out
    assert "--idle MINUTES" in printed
    assert "[default: 30]" in printed
