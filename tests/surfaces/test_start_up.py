"""Start-up stays cheap: what a command does not need is not imported."""

import subprocess
import sys


def imported_by(*arguments: str) -> set[str]:
    """Modules in memory after a command line has run."""
    script = (
        "import sys\nfrom reviewer.surfaces.cli.main import main\n"
        f"main({list(arguments)!r})\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True, timeout=60)
    return set(done.stderr.split("\n"))


def test_help_imports_no_heavy_library() -> None:
    modules = imported_by("--help")
    heavy = {"pydantic", "prefect", "pyarrow", "httpx", "rich", "markdown_it", "reviewer.config"}
    assert not heavy & modules
    assert "typer" in modules


def test_check_imports_no_orchestrator_and_no_rich(tmp_path) -> None:  # type: ignore[no-untyped-def]
    document = tmp_path / "a.md"
    document.write_text("# T\n")
    modules = imported_by("check", str(document))
    assert not {"prefect", "pyarrow", "httpx", "rich", "reviewer.ledger", "flows"} & modules
    assert "markdown_it" in modules
