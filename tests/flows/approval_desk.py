"""A document, a script to answer with, and runs of the deployed flow ``approve``, each in a process's place."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.exceptions import Pause
from prefect.flow_engine import run_flow
from prefect.flow_runs import resume_flow_run

from flows.approve import approve
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace

FIXES = [
    {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar", "confidence": 0.97},
    {"action": "replace", "before": "The pump is blue", "after": "The pump is green", "kind": "factual"},
]
TEXT = "# Plant {name}\n\nThe valve close at noon, as the crew of {name} knows.\n\nThe pump is blue, they say.\n"


ROOT = Path(__file__).parents[2]


class ApprovalDesk:
    """Deployment, document and model of one test."""

    def __init__(self, folder, name, deployment="desk"):
        self.path = folder / "plant.md"
        self.path.write_text(TEXT.format(name=name), encoding="utf-8")
        self.script = folder / "script.jsonl"
        self.answer({"when": {"stage": "edit"}, "reply": FIXES})
        self.deployment = approve.to_deployment(name=deployment).apply()

    def answer(self, *lines):
        self.script.write_text("".join(json.dumps({"when": {}, **line}) + "\n" for line in lines), encoding="utf-8")

    def forget_the_model(self):
        """From now on no model can even be opened: who would ask one fails."""
        self.answer({"when": {"stage": "nothing"}, "reply": []})

    def parameters(self, **options):
        more = {"fixers": False, "skip_pyramid": True, "validation.judge": False, "llm.script": str(self.script)}
        settings = {"inherit": False, "backend": "scripted", "more": more}
        settings["fixers"] = more.pop("fixers")
        return {"path": str(self.path), "settings": settings, "options": options}

    def create(self, **options):
        """A run of the deployment, as a person orders one; nothing runs yet."""
        with get_client(sync_client=True) as client:
            return client.create_flow_run_from_deployment(
                UUID(str(self.deployment)), parameters=self.parameters(**options)
            ).id

    def read(self, run):
        with get_client(sync_client=True) as client:
            return client.read_flow_run(run)

    def work(self, run):
        """What a worker's process does with a run that is due, up to its end or its suspension; the state then."""
        flow_run = self.read(run)
        parameters = approve.validate_parameters(flow_run.parameters)
        with suppress(Pause):
            run_flow(approve, flow_run=flow_run, parameters=parameters, return_type="state")
        return self.read(run).state

    def in_a_process(self, run):
        """The same in a process of its own, which must end."""
        command = [sys.executable, "-m", "prefect", "flow-run", "execute", str(run)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr

    def resume(self, run, **answer):
        """A person's answer, and what follows."""
        resume_flow_run(run, run_input={"name": "Ada", **answer})
        return self.work(run)

    def entries(self):
        place = require_workspace(self.path)
        return [json.loads(line) for line in place.ledger.read_text(encoding="utf-8").splitlines()]

    def ops(self):
        """The ops of the newest plan by kind."""
        place = require_workspace(self.path)
        index = json.loads((place.plans / "index.json").read_bytes())
        stored = json.loads((place.plans / f"{index['plans'][-1]['plan'].removeprefix('sha256:')}.json").read_bytes())
        return {op["kind"]: op["op_id"] for op in stored["plan"]["ops"]}

    def plans(self):
        place = require_workspace(self.path)
        return json.loads((place.plans / "index.json").read_bytes())["plans"]

    def sound(self):
        return verify(require_workspace(self.path))["status"] == "ok"

    def folder_of_review(self):
        return Path(require_workspace(self.path).root)
