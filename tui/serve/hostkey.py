"""The key by which a hall is known to its visitors: made once, readable by nobody else."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import asyncssh

from core.errors import CoreError
from core.phrase import phrase

FILE = "host_key"
MAX_BYTES = 65_536


class HostKeyBroken(CoreError):
    """The host key cannot be read, made or trusted."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in a file, made now if there is none. Raises HostKeyBroken."""
    try:
        return _read(path)
    except FileNotFoundError:
        return _made(path)


def _read(path: Path) -> asyncssh.SSHKey:
    """Raises FileNotFoundError where there is none, HostKeyBroken where it is of no use."""
    try:
        # Not to wait for a writer where it is a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise HostKeyBroken(_UNREADABLE, path=path, reason=error.strerror) from error
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        os.close(descriptor)
        raise HostKeyBroken(_UNREADABLE, path=path, reason=phrase("it is not a file"))
    with open(descriptor, "rb") as file:
        if facts.st_uid not in (os.geteuid(), 0):
            raise HostKeyBroken(
                "The host key {path} belongs to somebody else (user {owner}); give one of your own with --host-key.",
                path=path,
                owner=facts.st_uid,
            )
        if stat.S_IMODE(facts.st_mode) & 0o077:
            raise HostKeyBroken(
                "The host key {path} can be read or changed by others; 'chmod 600 {path}' makes it private.",
                path=path,
            )
        text = file.read(MAX_BYTES)
    try:
        return asyncssh.import_private_key(text)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        asks = "passphrase" in str(error).lower()
        reason = phrase("it asks for a passphrase") if asks else phrase("it is not a private key")
        raise HostKeyBroken(_UNREADABLE, path=path, reason=reason) from error


def _made(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key("ssh-ed25519", comment="triqui")
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with open(descriptor, "wb") as file:
                file.write(key.export_private_key())
                file.flush()
                os.fsync(descriptor)
            os.link(new, path)  # whole or not at all, and never over another
        finally:
            os.unlink(new)
    except FileExistsError:  # by another that was started at the same time
        return _read(path)
    except OSError as error:
        raise HostKeyBroken(
            "The host key {path} cannot be created ({reason}); give another file with --host-key.",
            path=path,
            reason=error.strerror,
        ) from error
    return key


_UNREADABLE = (
    "The host key {path} cannot be read ({reason}); give another file with --host-key, and a key is made there."
)
