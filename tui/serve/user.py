"""Whose processes those of a hall are: not root's, unless that is insisted on."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

from core.errors import CoreError, quoted


class WrongUser(CoreError):
    """A hall cannot be opened as this user."""


def become(name: str) -> None:
    """Be another user from here on, in their groups and with their home. Raises WrongUser."""
    try:
        user = pwd.getpwnam(name)
    except KeyError as error:
        raise WrongUser(
            "There is no user {name} here; 'useradd --system NAME' creates one.", name=quoted(name)
        ) from error
    if os.geteuid() == user.pw_uid:
        return
    try:
        os.initgroups(name, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
    except OSError as error:
        raise WrongUser(
            "The hall cannot change to the user {name} ({reason}); root can, and {name} can open it without --user.",
            name=name,
            reason=error.strerror,
        ) from error
    os.environ.update(HOME=user.pw_dir, USER=name, LOGNAME=name)
    for path in (sys.executable, Path(__file__).with_name("zygote.py")):
        if not os.access(path, os.R_OK):
            raise WrongUser(
                (
                    "The user {name} cannot read {path}, a part of the program; install it where everybody can read it, "
                    "such as /opt."
                ),
                name=name,
                path=path,
            )


def refuse_root() -> None:
    """Raises WrongUser where this is root."""
    if os.geteuid() == 0:
        raise WrongUser(
            "A public hall should not run as root: --user NAME runs it as a user with fewer rights, and --as-root runs "
            "it anyway."
        )
