"""Surroundings: where an app is shown, found out once, when it is opened; and the names of the files in its folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LANGUAGES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, the first one that says something before the others."""
ASKED = "TRIQUI_LANG"
"""The variable that names a language for this program, before what its settings say."""
HOME = "TRIQUI_HOME"
"""The variable that names one folder for all that the program keeps."""
DRIVER = "TEXTUAL_DRIVER"
"""The variable that names what Textual draws with."""
WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
"""The driver that ``textual serve`` names in the process of each page."""
LETTERS_ONLY = ("linux", "vt100")
"""Terminals whose font has no frames and marks beyond ASCII, whatever the encoding is."""
STORE_FILE = "games.sqlite"
LOG_FILE = "engine.log"
OWN_GAMES = "games"
"""The files of games of one's own."""
PLAYERS = "players"
"""The files of Python players of one's own."""
COPIED = "copied.txt"
"""What was copied last."""
TOURNAMENTS = "tournaments"
"""The files of tournaments for which none was named."""
AS_BEFORE = b"".join(
    b"\x1b[" + code
    for code in (
        *(b"?2026l", b"?2048l", b"?2004l", b"?1000l", b"?1003l", b"?1015l", b"?1006l", b"?1004l", b"?7h"),
        *(b"<u", b"?1049l", b"?25h", b"0m"),
    )
)
"""Ends all that Textual asks of a terminal: whole frames, sizes, pasted text, mouse, focus, keys and screen of its own."""


class Surroundings(NamedTuple):
    """What is known of the terminal and of the process before anything is shown."""

    term: str = "xterm-256color"
    """The terminal's name, empty where there is none."""
    unicode: bool = True
    """Whether it shows more than ASCII."""
    colours: bool = True
    """Whether it wants any."""
    ssh: bool = False
    """Whether it is at the end of a line, which may be slow."""
    language: str = "C"
    """Codes as ``es``, with colons between, that hold where the settings name no language."""
    home: str = ""
    """The folder for everything, empty for the usual ones."""
    served: bool = False
    """Whether the process is that of a hall for many: its signals are not the app's, and who sits at the app starts no
    program from elsewhere, writes no file, opens no browser and changes no settings file."""
    asked: str = ""
    """A code of a language that holds before the settings, empty for none."""
    screen: bool = False
    """Whether the innermost terminal is GNU screen, which swallows a lone Escape while a program tracks the mouse."""
    ascii: bool = False
    """Whether nothing else is to be shown, before what the settings say."""
    tmux: bool = False
    """Whether the innermost terminal is tmux, on this machine."""
    web: bool = False
    """Whether a page in a browser is the terminal. It makes no sound and starts no program that was not named before."""

    @classmethod
    def of(cls, environment: Mapping[str, str], encoding: str) -> Surroundings:
        """What the variables of a process and the encoding of its terminal say.

        The variables of a page's process are those of the terminal in which its server was started. Only those about
        the language and the folder hold for the page.
        """
        web = environment.get(DRIVER) == WEB_DRIVER
        if web:
            lasting = (*LANGUAGES, HOME, ASKED)
            environment = {name: value for name, value in environment.items() if name in lasting} | {"TERM": cls().term}
            encoding = "utf-8"
        term = environment.get("TERM", "")
        return cls(
            term,
            encoding.lower().replace("-", "") == "utf8" and term not in LETTERS_ONLY,
            "NO_COLOR" not in environment,
            bool(environment.get("SSH_CONNECTION")),
            next((environment[name] for name in LANGUAGES if environment.get(name)), "C"),
            environment.get(HOME, ""),
            asked=environment.get(ASKED, ""),
            screen=bool(environment.get("STY")) and not environment.get("TMUX"),
            tmux=bool(environment.get("TMUX")),
            web=web,
        )

    @property
    def spares_mouse(self) -> bool:
        """Whether the mouse starts off, so that Escape works. The variables of a hall that is served are not its visitor's."""
        return self.screen and not self.served

    @property
    def starts_programs(self) -> bool:
        """Whether the person at the screen may start programs from elsewhere: only at the machine that would run them."""
        return not (self.served or self.web)

    @property
    def report_interval(self) -> float:
        """Least seconds between two updates of a panel."""
        return 0.25 if self.ssh else 0.2
