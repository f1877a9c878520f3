"""The program of a temporary server: it listens on a port of its own choice, and ends soon after whoever started it.

    python -m reviewer.service.temporary_server_program [FOLDER TO REMOVE AT THE END]

Its first line on standard output is the port. The end of standard input, which the system gives also when the starter
was killed, is the end of the server, after ``LINGER`` seconds in which it still records what was sent.
"""

import shutil
import socket
import sys
import threading
import time

import uvicorn

LINGER = 4.0
"""Seconds. The recorder writes once a second; Prefect's client sends its last logs and events while it exits."""


def main(folder: str | None) -> None:
    """Serve until standard input ends."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.bind(("127.0.0.1", 0))
        settings = {"factory": True, "log_level": "error", "lifespan": "on", "timeout_graceful_shutdown": 2}
        server = uvicorn.Server(uvicorn.Config("prefect.server.api.server:create_app", **settings))  # type: ignore[arg-type]
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        threading.Thread(target=_end_with_input, args=(server,), daemon=True).start()
        server.run(sockets=[listening])
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _end_with_input(server: uvicorn.Server) -> None:
    sys.stdin.buffer.read()
    time.sleep(LINGER)
    server.should_exit = True


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
