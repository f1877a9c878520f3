"""The automations of ours: they mark runs whose process died (``deployments/automations.yaml``)."""

from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.events.schemas.automations import Automation, AutomationCore

from flows.deploying.declared import automations
from flows.deploying.done import Done, Step


def ensure_automations(client: SyncPrefectClient) -> tuple[Step, ...]:
    """Create the automations that are missing and change those that differ; one that a person paused stays paused."""
    return tuple(_ensure(client, AutomationCore.model_validate(declared)) for declared in automations())


def watch_over_runs() -> None:
    """The same for the API of this process."""
    with get_client(sync_client=True) as client:
        ensure_automations(client)


def _ensure(client: SyncPrefectClient, wanted: AutomationCore) -> Step:
    found = client.read_automations_by_name(wanted.name)
    if not found:
        client.create_automation(wanted)
        return Step("automation", wanted.name, Done.CREATED)
    there = found[0]
    wanted = wanted.model_copy(update={"enabled": there.enabled})
    if _core(there) == _core(wanted):
        return Step("automation", wanted.name, Done.UNCHANGED)
    client.update_automation(there.id, wanted)
    return Step("automation", wanted.name, Done.UPDATED)


def _core(automation: Automation | AutomationCore) -> dict[str, object]:
    """What makes an automation, without its id and what the server adds."""
    data = automation.model_dump(mode="json", include=set(AutomationCore.model_fields))
    trigger = {name: value for name, value in data.pop("trigger").items() if name != "id"}
    for name in ("after", "expect", "for_each"):
        trigger[name] = sorted(trigger.get(name) or ())
    actions = [{name: value for name, value in action.items() if name != "id"} for action in data.pop("actions")]
    return {**data, "trigger": trigger, "actions": actions}
