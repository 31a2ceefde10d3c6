"""The processes of a served hall: each can die at any moment, and what is left goes on or ends in good order. It takes 30
seconds."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from core.players.worker.child import AUTOGROUP, NICENESS
from tests.pty.terminal import PATIENT, TOLD_TO_MOVE, Terminal, gone, parent, wait_until
from tests.tui.serve.serving import INSIDE, Command, Key, Served, lives
from tui.serve import zygote

Come = Callable[..., Terminal]
Serve = Callable[..., Served]
OWN_SCREEN, USUAL_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1003h", b"\x1b[?1003l"


def in_order(terminal: Terminal) -> bool:
    """Whether the far terminal is as it was: its own screen, no mouse, a cursor."""
    sent = bytes(terminal.sent)
    pairs = [
        (OWN_SCREEN, USUAL_SCREEN),
        (MOUSE_ON, MOUSE_OFF),
        (b"\x1b[?25l", b"\x1b[?25h"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
    ]
    return all(sent.rfind(on) < sent.rfind(off) for on, off in pairs)


def test_the_hall_is_drawn_for_whoever_comes_and_he_leaves_it_in_good_order(
    served: Served, key: Key, come: Come
) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    visitor.do("quit")
    assert visitor.end() == 0
    assert in_order(visitor)
    wait_until(lambda: gone([session]))


def test_a_game_against_an_engine_is_there_when_its_player_comes_again(served: Served, key: Key, come: Come) -> None:
    first = come(served)
    first.do("engines")
    first.see("choose the kind")
    first.press("enter")
    first.see(TOLD_TO_MOVE)
    first.press("enter")
    first.see("move 3")
    first.kill(signal.SIGKILL)
    wait_until(lambda: not served.sessions(key))
    again = come(served)
    again.do("engines")
    again.see("choose the kind")
    again.do("continue_game")
    again.see("move 3")


def test_a_session_ends_with_its_client(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    visitor.kill(signal.SIGKILL)
    wait_until(lambda: gone([session]))


def test_a_session_that_dies_leaves_the_terminal_in_order_and_says_so(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    os.kill(session, signal.SIGKILL)
    assert visitor.end() == 1
    assert in_order(visitor)
    assert "cut off" in visitor.text


def test_ctrl_z_stops_nobody(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    visitor.press("\x1a")
    lives(visitor)


def test_ctrl_c_and_ctrl_backslash_before_the_first_picture_end_nobody(served: Served, key: Key) -> None:
    visitor = served.visit(key)
    visitor.until(lambda: visitor.modes != visitor.modes_before)  # from when on the client sends keys as they are
    visitor.press("\x03\x1c\x03")
    visitor.see(INSIDE)
    visitor.close()


def test_sessions_outlive_the_fork_server_and_still_end_with_their_clients(serve: Serve, key: Key, come: Come) -> None:
    hall = serve()
    visitor = come(hall)
    (session,) = hall.sessions(key)
    before = hall.zygote
    os.kill(before, signal.SIGKILL)
    lives(visitor)
    come(hall)
    assert hall.zygote != before
    assert parent(session) != before
    visitor.kill(signal.SIGKILL)
    wait_until(lambda: gone([session]))


def test_a_fork_server_that_hangs_is_replaced(serve: Serve, key: Key, come: Come) -> None:
    hall = serve()
    before = hall.zygote
    os.kill(before, signal.SIGSTOP)
    come(hall)
    assert gone([before])


def fork_server() -> tuple[socket.socket, subprocess.Popen[bytes], int]:
    """A fork server of nobody's hall, the hall's end of its line, and the number of its own."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        number = theirs.fileno()
        return ours, subprocess.Popen([*zygote.COMMAND, str(number)], pass_fds=[number]), number


def test_a_fork_server_ends_with_a_hall_that_has_left_something_unread() -> None:
    line, process, _number = fork_server()
    with line:
        assert line.recv(16, socket.MSG_PEEK) == zygote.READY
    assert process.wait(PATIENT) == 0


def test_a_fork_server_that_is_still_being_loaded_ends_with_the_hall() -> None:
    line, process, number = fork_server()

    def loads() -> int:
        facts = Path(f"/proc/{process.pid}/fdinfo/{number}").read_text()
        return int(facts.split("flags:")[1].split()[0], 8) & os.O_ASYNC

    with line:
        wait_until(loads)
    assert process.wait(PATIENT) == -signal.SIGIO


def test_whoever_can_have_no_folder_is_told_that_there_is_no_session(served: Served, key: Key, come: Come) -> None:
    folder = served.home / "people" / key.person
    folder.parent.mkdir(exist_ok=True)
    folder.touch()
    turned_away = served.visit(key)
    assert turned_away.end() == 1
    assert "No session can be started right now" in turned_away.text
    folder.unlink()
    lives(come(served))


def test_where_the_disk_has_no_room_nobody_new_comes_in_and_whoever_has_been_there_does(
    serve: Serve, served: Served, come: Come, tmp_path: Path
) -> None:
    come(served).close()
    full = serve(spare=1 << 60)
    turned_away = full.visit(Key(tmp_path))
    assert turned_away.end() == 1
    assert "no room for new people" in turned_away.text
    lives(come(full))


def test_nothing_is_written_while_the_fork_server_warms_up(tmp_path: Path) -> None:
    """It may be killed at any moment."""
    warmed = "from tui.serve.zygote import warm; import tempfile; tempfile.mkdtemp = None; warm()"
    subprocess.run([sys.executable, "-c", warmed], env={**os.environ, "TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_when_the_hall_is_killed(key: Key, come: Come, tmp_path: Path) -> None:
    hall = Command(tmp_path / "home").hall
    visitors = [come(hall), come(hall, by=Key(tmp_path))]
    left = [hall.zygote, *hall.sessions()]
    assert len(left) == 3
    hall.process.kill()
    wait_until(lambda: gone(left))
    for visitor in visitors:
        visitor.child.read()  # whose last picture is cut off anywhere
        visitor.child.wait()
        assert visitor.child.exitstatus == 255


def test_a_hall_that_is_asked_to_end_tells_everybody_and_restores_their_terminals(
    key: Key, come: Come, tmp_path: Path
) -> None:
    opened = Command(tmp_path / "home")
    assert opened.said[0].startswith("Host key: SHA256:")
    hall = opened.hall
    visitor = come(hall)
    (session,) = hall.sessions(key)
    hall.process.terminate()
    visitor.end()
    assert in_order(visitor)
    assert "The hall is closing" in visitor.text
    assert hall.process.wait(20) == 0
    assert gone([session])


def test_a_session_has_bounds_and_nothing_of_the_server(served: Served, key: Key, come: Come) -> None:
    come(served)
    (session,) = served.sessions(key)
    bounds = Path(f"/proc/{session}/limits").read_text()
    rows = {row[:26].strip(): row[26:].split()[:2] for row in bounds.splitlines()[1:]}
    assert rows["Max open files"] == ["64", "64"]
    assert rows["Max core file size"] == ["0", "0"]
    assert rows["Max file size"] == [str(64 << 20)] * 2
    assert rows["Max address space"] == [str(1 << 30)] * 2
    assert rows["Max cpu time"] == ["7200", "7200"]
    status = dict(row.split(":", 1) for row in Path(f"/proc/{session}/status").read_text().splitlines())
    assert status["Umask"].strip() == "0077"
    assert os.getpriority(os.PRIO_PROCESS, session) >= NICENESS
    if AUTOGROUP.exists() and AUTOGROUP.read_text().strip():
        wait_until(lambda: Path(f"/proc/{session}/autogroup").read_text().split()[-1] == str(NICENESS))
    folder = served.home / "people" / key.person
    assert (folder.stat().st_mode & 0o777, folder.stat().st_uid) == (0o700, os.getuid())
    assert os.readlink(f"/proc/{session}/cwd") == str(folder)
    opened = {os.readlink(f"/proc/{session}/fd/{number}") for number in os.listdir(f"/proc/{session}/fd")}
    assert len([each for each in opened if each.startswith("/dev/")]) == 1, "one terminal, its own"
    assert not any(
        "host_key" in each or str(folder) not in each for each in opened if each.startswith(str(served.home))
    )


def test_what_a_client_says_of_its_terminal_is_taken_and_nothing_else(
    served: Served, key: Key, come: Come, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    planted = (
        f"LD_PRELOAD={home}.so PYTHONPATH={tmp_path} PYTHONSTARTUP={home} TEXTUAL_DRIVER=os:system TRIQUI_HOME={home}"
    )
    come(served, "-o", f"SetEnv={planted} LC_ALL=../../etc", TERM="../../etc/passwd")
    (session,) = served.sessions(key)
    assert f"people/{key.person}/" in "".join(
        os.readlink(f"/proc/{session}/fd/{n}") for n in os.listdir(f"/proc/{session}/fd")
    )
    assert not home.exists()


def test_a_client_that_speaks_spanish_sees_the_hall_in_spanish(served: Served, key: Key) -> None:
    visitor = served.visit(key, "-o", "SetEnv=LANG=es_ES.UTF-8")
    visitor.see("salir")
    visitor.close()
