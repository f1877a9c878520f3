"""Where the tool keeps what is not part of a review: cached results, Prefect's files, the server's record.

``$REVIEWCTL_HOME``, else ``$XDG_STATE_HOME/reviewctl``, else ``~/.local/state/reviewctl``. One function decides.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from reviewer.errors import UserError


def reviewctl_home(environ: Mapping[str, str] | None = None) -> Path:
    """The tool's state folder, absolute; not created.

    Raises:
        UserError: ``home-not-absolute``: a relative home would be another one in every folder.
    """
    env = os.environ if environ is None else environ
    if configured := env.get("REVIEWCTL_HOME"):
        home = Path(configured).expanduser()
        if not home.is_absolute():
            raise UserError(
                "home-not-absolute", f"REVIEWCTL_HOME={configured!r} is not absolute", "set it to an absolute path"
            )
        return home
    state = Path(env.get("XDG_STATE_HOME", ""))
    # The XDG base directory specification: a relative value is invalid and ignored.
    base = state if state.is_absolute() else Path.home() / ".local" / "state"
    return base / "reviewctl"


def results_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where cached kernel results live."""
    return reviewctl_home(environ) / "results"


def prefect_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Prefect's own folder: ``PREFECT_HOME`` where the user configured one, else ours."""
    env = os.environ if environ is None else environ
    if configured := env.get("PREFECT_HOME"):
        return Path(configured).expanduser().absolute()
    return reviewctl_home(env) / "prefect"


def server_record(environ: Mapping[str, str] | None = None) -> Path:
    """The file that says which server is ours (process id, port, URL)."""
    return reviewctl_home(environ) / "server.json"


def server_log(environ: Mapping[str, str] | None = None) -> Path:
    """What our server says."""
    return reviewctl_home(environ) / "server.log"
