"""Files replaced as a whole, and folders whose entries are durable: the one way in which this program writes a file."""

import contextlib
import errno
import os
import secrets
import stat
import zlib
from pathlib import Path

from reviewer.errors import UserError
from reviewer.file_kinds import kind_of
from reviewer.ledger.unwritable import naming
from reviewer.path_text import shown_path


def write_atomic(path: Path, data: bytes) -> None:
    """Replace a file as a whole: readers see the old bytes or the new ones, also after a crash.

    A symlink stays one (its target is replaced). Mode is kept, ownership where permitted; a new file follows the umask.

    Raises:
        UserError: ``not-a-file``: a folder, pipe, socket, device or stream stands there; it is never replaced.
        OSError: naming ``path``, or the folder that cannot be made.
    """
    if kind := kind_of(path):
        message = f"{shown_path(path)} is {kind}, not a regular file"
        raise UserError("not-a-file", message, "name another file, or move it away")
    target = Path(os.path.realpath(path))
    make_folder(target.parent)
    with naming(path):
        _replace(target, data)


def _replace(target: Path, data: bytes) -> None:
    old = target.stat() if target.exists() else None
    descriptor, name = _temporary(target, old)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if old is not None:
                _dress(stream.fileno(), old)
            os.fsync(stream.fileno())
        os.replace(name, target)
    except BaseException:
        name.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def _temporary(target: Path, old: os.stat_result | None) -> tuple[int, Path]:
    """A new file beside the target, open for writing. Nobody else can read it where it will replace one.

    A new file's mode is left to the system, which takes the umask: to read a umask is to change it, and threads that
    do so at once leave the process without any.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    while True:
        path = target.parent / f"{temporary_prefix(target.name)}{secrets.token_hex(4)}.tmp"
        with contextlib.suppress(FileExistsError):
            return os.open(path, flags, 0o666 if old is None else 0o600), path


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, where they are not there.

    Raises:
        NotADirectoryError: naming what stands there instead.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), error.filename) from error


def temporary_prefix(name: str) -> str:
    """How the temporary file for a file of this name begins; what a killed run leaves is known by it."""
    return f".{name[:24]}.reviewctl-{zlib.crc32(os.fsencode(name)):08x}-"


def _dress(descriptor: int, old: os.stat_result) -> None:
    own = os.fstat(descriptor)
    if (old.st_uid, old.st_gid) != (own.st_uid, own.st_gid):
        with contextlib.suppress(PermissionError):  # in a shared folder mode can be kept, another's ownership cannot
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def sync_folder(folder: Path) -> None:
    """Make renames and new files in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
