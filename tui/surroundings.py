"""Surroundings: where an app is shown, found out once by whoever opens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LANGUAGES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, the first one that says something before the others."""
ASKED = "TRIQUI_LANG"
"""The variable that names a language for this program, before what its settings say."""
HOME = "TRIQUI_HOME"
"""The variable that names one folder for all that the program keeps."""
LETTERS_ONLY = ("linux", "vt100")
"""Terminals whose font has no frames and marks beyond ASCII, whatever the encoding is."""


@dataclass(frozen=True)
class Surroundings:
    """``term`` is the terminal's name, empty where there is none; ``unicode`` whether it shows more than ASCII; ``colours``
    whether it wants any; ``ssh`` whether it is at the end of a line, which may be slow. ``language`` has codes as ``es``,
    with colons between, that hold where the settings name no language; ``asked`` is a code that holds before them, empty for
    none; ``ascii``: nothing else is to be shown, before what they say; ``home`` names the folder for everything, empty for
    the usual ones. ``served``: the process is that of a hall for many. Its signals are not the app's, and whoever sits at the
    app starts no program from elsewhere, writes no file of his own, opens no browser and changes no settings file.
    """

    term: str = "xterm-256color"
    unicode: bool = True
    colours: bool = True
    ssh: bool = False
    language: str = "C"
    home: str = ""
    served: bool = False
    asked: str = ""
    ascii: bool = False

    @classmethod
    def of(cls, environment: Mapping[str, str], encoding: str) -> Surroundings:
        """What the variables of a process and the encoding of its terminal say."""
        term = environment.get("TERM", "")
        return cls(
            term,
            encoding.lower().replace("-", "") == "utf8" and term not in LETTERS_ONLY,
            "NO_COLOR" not in environment,
            bool(environment.get("SSH_CONNECTION")),
            next((environment[name] for name in LANGUAGES if environment.get(name)), "C"),
            environment.get(HOME, ""),
            asked=environment.get(ASKED, ""),
        )

    @property
    def report_interval(self) -> float:
        """Least seconds between two updates of a panel."""
        return 0.25 if self.ssh else 0.2
