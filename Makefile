# Everything that a fresh machine needs: Python 3.11 with venv, and a package index for pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := fixtures/documents/gateway-spec.md
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-slow lint bench clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt -e .
	$(BIN)/python -m compileall -q reviewer tasks flows
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/pip install -q -c constraints.txt -e '.[test]'
	@touch $@

demo: $(VENV)/.installed ## review the example specification and say where the results are
	$(BIN)/reviewctl review $(DEMO) --no-llm
	@echo "reviewctl is $(BIN)/reviewctl; '. $(BIN)/activate' puts it on your PATH"

test: $(VENV)/.installed-test ## run the test suite (under 10 minutes on 2 cores)
	$(BIN)/pytest -n 2 -m 'not slow'

test-slow: $(VENV)/.installed-test ## run the long tests only
	$(BIN)/pytest -m slow

lint: $(VENV)/.installed-test ## style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-test ## measure speed on synthetic documents
	$(BIN)/python -m benchmarks.run

clean: ## remove the environment and the demo's review
	rm -rf $(VENV) fixtures/documents/.review
