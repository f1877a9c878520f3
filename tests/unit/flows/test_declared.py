"""What is declared for Prefect holds together, and fits the flows, wherever they are installed."""

import re
from pathlib import Path

import pytest
import yaml
from prefect.events.schemas.automations import AutomationCore
from prefect.utilities.callables import parameter_schema

from flows.deploying.declared import FOLDER, automations, deployments, pool_name
from flows.deploying.one import flow_of
from flows.heartbeat import EVERY, TAG

ROOT = Path(__file__).parents[3]
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "deployments").glob("*.yaml")}
DECLARED = pytest.mark.parametrize("deployment", deployments(), ids=lambda one: one.name)
FREQUENCY = "PREFECT_FLOWS_HEARTBEAT_FREQUENCY"


def test_deployments_stand_in_alphabetical_order_and_use_one_pool():
    names = [deployment.name for deployment in deployments()]
    assert names == sorted(names)
    assert pool_name() == "reviewctl"


@pytest.mark.parametrize("name", TEXTS)
def test_no_file_names_a_place_of_one_machine(name):
    code = re.sub(r"^ *#.*$", "", TEXTS[name], flags=re.M)
    assert not re.findall(r"(?:^|[\s'\"=:])[~/](?!\d)[\w.-]+/", code)


@DECLARED
def test_the_entry_point_is_a_module_path_to_a_flow(deployment):
    assert flow_of(deployment).fn.__module__ == deployment.entrypoint.rpartition(".")[0]


@DECLARED
def test_default_parameters_fit_the_flow(deployment, tmp_path):
    flow = flow_of(deployment)
    known = parameter_schema(flow).properties
    given = deployment.parameters_for(tmp_path)
    assert set(given) <= set(known)
    if "settings" in given:
        assert flow.fn.__annotations__["settings"].model_validate(given["settings"]).no_llm is True


@DECLARED
def test_every_run_has_the_tag_that_the_automations_look_for_and_the_heartbeat_that_they_rely_on(deployment):
    assert TAG in deployment.tags
    assert float(deployment.work_pool.job_variables["env"][FREQUENCY]) == EVERY


@DECLARED
def test_schedules_are_off_until_somebody_switches_them_on(deployment):
    assert not [schedule for schedule in deployment.schedules if schedule.active]


def test_dead_runs_are_waited_for_at_least_three_heartbeats():
    # Three times: PREFECT's own advice and what was measured; less marks healthy runs.
    for declared in automations():
        trigger = AutomationCore.model_validate(declared).trigger
        assert trigger.within.total_seconds() >= 3 * EVERY
        assert trigger.match_related.root == {
            "prefect.resource.role": "tag",
            "prefect.resource.id": f"prefect.tag.{TAG}",
        }


def test_the_folder_is_filled_in_wherever_it_stands(tmp_path):
    one = deployments()[0].model_copy(update={"parameters": {"paths": [FOLDER], "deep": {"path": FOLDER}, "n": 1}})
    made = {"paths": [str(tmp_path)], "deep": {"path": str(tmp_path)}, "n": 1}
    assert one.parameters_for(tmp_path) == made
    assert one.folder_in(made) == tmp_path
    assert one.folder_in({"n": 1}) is None


def test_the_files_are_installed_with_the_package():
    import tomllib

    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    assert "deployments*" in setuptools["packages"]["find"]["include"]
    assert setuptools["package-data"]["deployments"] == ["*.yaml"]


def test_prefect_reads_the_file_as_its_own():
    data = yaml.safe_load(TEXTS["prefect.yaml"])
    assert data["pull"] == []  # else Prefect would make a step with the folder of whoever deploys
    assert set(data) == {"prefect-version", "name", "pull", "definitions", "deployments"}
