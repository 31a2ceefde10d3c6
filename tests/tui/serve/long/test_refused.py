"""What SSH can ask for beside the hall, each with a real client: a sentence, or nothing at all. It takes 10 seconds."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import asyncssh
import pytest

from tests.pty.terminal import PATIENT, Terminal
from tests.tui.serve.serving import INSIDE, SSH, Key, Served, connected

NOTHING_ELSE = "This is a hall of games and nothing else"
Come = Callable[..., Terminal]


@pytest.mark.parametrize(
    ("options", "to"),
    [
        ((), ("id",)),
        (("-tt",), ("id",)),
        (("-s",), ("sftp",)),
        ((), ("scp", "-t", "/tmp")),
        (("-s",), ("../../bin/sh",)),
    ],
    ids=["a command", "a command on a terminal", "a subsystem", "scp", "a subsystem with a path"],
)
def test_what_is_not_the_hall_gets_a_sentence_and_an_end(
    served: Served, key: Key, options: tuple[str, ...], to: tuple[str, ...]
) -> None:
    done = served.run(key, *options, to=to)
    assert done.returncode == 1
    assert NOTHING_ELSE in done.stderr + done.stdout
    assert "uid=" not in done.stdout


@pytest.mark.parametrize("line", [["sftp"], ["scp", "-O"], ["scp"]], ids=" ".join)
def test_files_are_neither_taken_nor_given(served: Served, key: Key, line: list[str], tmp_path: Path) -> None:
    stolen = tmp_path / "stolen"
    program, *options = line
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here")
    command = served.ssh(key, *options, program=program)
    if program == "scp":
        command[-1:] = ["ana@127.0.0.1:/etc/passwd", str(stolen)]
    done = subprocess.run(
        command, input="get /etc/passwd\n", capture_output=True, text=True, timeout=PATIENT, check=False
    )
    assert done.returncode != 0
    assert NOTHING_ELSE in done.stderr
    assert not stolen.exists()


def test_without_a_terminal_one_is_told_how_to_get_one(served: Served, key: Key) -> None:
    done = served.run(key, "-T")
    assert (done.returncode, "'ssh -t' gives it one" in done.stderr) == (1, True)


def test_a_terminal_that_cannot_draw_is_not_drawn_on(served: Served, key: Key) -> None:
    visitor = served.visit(key, TERM="dumb")
    assert visitor.end() == 1
    assert "TERM=dumb the terminal cannot draw" in " ".join(visitor.text.split())
    assert b"\x1b" not in visitor.sent


def test_a_sentence_is_in_the_language_of_whoever_reads_it(served: Served, key: Key) -> None:
    done = served.run(key, "-T", "-o", "SetEnv=LANG=es_CO.UTF-8")
    assert "terminal" in done.stderr
    assert "gives it one" not in done.stderr


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_nothing_is_forwarded_from_the_hall(served: Served, key: Key) -> None:
    done = served.run(key, "-W", f"127.0.0.1:{served.port}")
    assert done.returncode != 0
    assert "SSH-2.0" not in done.stdout


def test_nothing_is_forwarded_by_a_port_of_the_visitor(served: Served, key: Key, come: Come) -> None:
    port = _free()
    come(served, "-L", f"{port}:127.0.0.1:{served.port}")
    with socket.create_connection(("127.0.0.1", port), PATIENT) as through:
        assert through.recv(100) == b""


@pytest.mark.parametrize("way", ["port", "socket"])
def test_nobody_makes_the_hall_listen(served: Served, key: Key, tmp_path: Path, way: str) -> None:
    here = str(_free()) if way == "port" else str(tmp_path / "socket")
    done = served.run(key, "-N", "-o", "ExitOnForwardFailure=yes", "-R", f"{here}:127.0.0.1:{served.port}")
    assert done.returncode == 255
    assert not (tmp_path / "socket").exists()
    if way == "port":
        with pytest.raises(OSError, match=r".*"):
            socket.create_connection(("127.0.0.1", int(here)), 1)


def test_neither_agent_nor_display_come_into_the_hall(served: Served, key: Key, come: Come) -> None:
    agent = shutil.which("ssh-agent")
    if agent is None:
        pytest.skip("there is no ssh-agent here")
    path = key.file.parent / "agent"
    with subprocess.Popen([agent, "-D", "-a", str(path)], stdout=subprocess.DEVNULL) as running:
        come(served, "-A", "-X", SSH_AUTH_SOCK=str(path), DISPLAY=":7")
        (session,) = served.sessions(key)
        opened = [os.readlink(f"/proc/{session}/fd/{number}") for number in os.listdir(f"/proc/{session}/fd")]
        running.terminate()
    assert len([each for each in opened if each.startswith("socket:")]) <= 3  # the wire, and the two of its loop


@pytest.mark.parametrize("way", ["none", "password", "keyboard-interactive", "hostbased", "gssapi-with-mic"])
def test_there_is_no_way_in_but_a_key_and_that_is_told_with_how_to_make_one(served: Served, key: Key, way: str) -> None:
    done = served.run(key, "-o", f"PreferredAuthentications={way}", "-o", "LogLevel=INFO", "-o", "BatchMode=yes")
    assert done.returncode == 255
    assert "Permission denied (publickey)." in done.stderr
    told = [line for line in done.stderr.splitlines() if "ssh" in line and "denied" not in line and "Warn" not in line]
    assert [line.rpartition("  ")[2] for line in told] == ["ssh-keygen -t ed25519", f"ssh -p {served.port} 127.0.0.1"]


@pytest.mark.skipif(SSH is None, reason="there is no ssh here, and asyncssh shows no key without its secret part")
def test_whoever_offers_the_key_of_another_is_still_who_he_is(
    served: Served, key: Key, come: Come, tmp_path: Path
) -> None:
    other = Key(tmp_path)
    other.file.unlink()  # so that only its public part is there
    key.offered.insert(0, other.file)
    come(served)
    assert served.sessions(key)
    assert not served.sessions(other)


@pytest.mark.skipif(SSH is None, reason="there is no ssh here; the next test takes the same steps")
def test_a_connection_gets_one_session(served: Served, key: Key, come: Come, tmp_path: Path) -> None:
    first = come(served, "-M", "-S", str(tmp_path / "shared"))
    done = served.run(
        key, "-tt", "-S", str(tmp_path / "shared"), "-o", "ProxyCommand=false"
    )  # nor a connection of its own
    assert "refused" in done.stderr
    assert INSIDE not in done.stdout
    assert len(served.sessions(key)) == 1
    first.do("help")
    first.see("Esc close")


async def test_a_second_session_of_a_connection_is_refused_whoever_asks(served: Served, key: Key) -> None:
    async with connected(served, key) as connection:
        await connection.create_session(asyncssh.SSHClientSession, term_type="xterm", encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_session(asyncssh.SSHClientSession, term_type="xterm", encoding=None)


async def test_a_stranger_has_nothing_unpacked(served: Served) -> None:
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await asyncssh.connect("127.0.0.1", served.port, known_hosts=None, config=None, compression_algs=["zlib"])


def test_a_user_name_that_is_an_escape_sequence_lets_nobody_in(served: Served, key: Key) -> None:
    visitor = served.visit(key, "-l", "\x1b[2Jroot")
    assert visitor.end() == 255
    assert b"\x1b" not in visitor.sent
    assert not served.sessions(key)


def test_who_has_no_keyboard_any_more_is_gone(served: Served, key: Key) -> None:
    assert INSIDE not in served.run(key, "-tt").stdout
    assert not served.sessions(key)


def test_a_connection_that_wants_nothing_is_not_kept(serve: Callable[..., Served], key: Key) -> None:
    hall = serve(login=1.0)
    assert hall.run(key, "-N").returncode == 255
