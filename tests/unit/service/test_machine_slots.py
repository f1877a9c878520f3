"""A limit over processes: it holds, it outlives kills, and it is never left out silently."""

import subprocess
import sys
import threading

import pytest

from reviewer.errors import BackendError, UserError
from reviewer.service.models.machine_slots import MachineSlots

HOLDER = """
import sys, threading
from pathlib import Path
from reviewer.service.models.machine_slots import MachineSlots
with MachineSlots(Path(sys.argv[1]), "here", 1).one(threading.Event()):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_at_most_so_many_at_a_time(tmp_path):
    now, most, lock = [0], [0], threading.Lock()
    turn = threading.Barrier(3)

    def call():
        with MachineSlots(tmp_path, "here", 3).one(threading.Event()):
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            turn.wait(20)  # three at a time, no more and no fewer
            with lock:
                now[0] -= 1

    threads = [threading.Thread(target=call) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (now[0], most[0]) == (0, 3)


def test_another_process_holds_it_until_it_is_killed(tmp_path):
    slots = MachineSlots(tmp_path, "here", 1)
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        with MachineSlots(tmp_path, "elsewhere", 1).one(threading.Event()):
            pass
        ended = threading.Event()
        ended.set()
        with pytest.raises(BackendError) as caught, slots.one(ended):
            pass
        assert caught.value.code == "closed"
        process.kill()
    with slots.one(ended):
        pass


def test_a_limit_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "slots").write_text("a file", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        MachineSlots(tmp_path / "slots", "here", 2)
    assert caught.value.code == "no-machine-limit"


def test_without_a_limit_nothing_is_written(tmp_path):
    with MachineSlots(tmp_path / "slots", "here", None).one(threading.Event()):
        assert not (tmp_path / "slots").exists()
