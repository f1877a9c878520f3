"""Create what runs need in Prefect: the work pool, the deployments, the automation. Safe to repeat."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from flows.api import connect
from flows.deploying.declared import deployments, pool_name
from flows.deploying.done import Step
from reviewer.errors import UserError
from reviewer.path_text import shown_path


@dataclass(frozen=True, slots=True)
class Deployed:
    """The API and what was done there, one step a thing, in order."""

    api: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the caller decides.

    ``folder``: what is reviewed on the schedule; None keeps the one of before, else the present one. ``scheduled``: the
    schedules are switched on or off; None leaves them, and at first they are off.
    """

    folder: Path | None = None
    scheduled: bool | None = None


def deploy(wish: Wish, say: Callable[[str], None], allowed_hosts: Collection[str] = ()) -> Deployed:
    """Deploy to the configured API, else to our own server, started if need be.

    A relative folder is made absolute here: a worker runs elsewhere. What is as it should be is not written again, so
    that runs that are scheduled already stay.

    Raises:
        UserError: ``missing-folder``; ``wrong-pool``; as ``connect`` and ``refusals.told``.
    """
    if wish.folder is not None:
        wish = Wish(_full(wish.folder), wish.scheduled)
    url = connect(say, allowed_hosts)
    from prefect.client.orchestration import get_client

    from flows.deploying.dead_runs import ensure_automations
    from flows.deploying.one import ensure_deployment
    from flows.deploying.pool import ensure_pool
    from flows.deploying.refusals import told

    with told(url), get_client(sync_client=True) as client:
        steps = [ensure_pool(client, pool_name())]
        steps += [ensure_deployment(client, one, wish.folder, wish.scheduled) for one in deployments()]
        steps += ensure_automations(client)
    return Deployed(url, tuple(steps))


def _full(folder: Path) -> Path:
    full = folder.expanduser().absolute()
    if not full.is_dir():
        raise UserError("missing-folder", f"{shown_path(folder)} is not a folder", "name the folder of the documents")
    return full
