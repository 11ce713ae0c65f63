# Hearthlight's commands; `make help` lists them. They need git, make and Python 3.11 to 3.13.

.POSIX:

# The checks of style and types, and the compilation of the engine, have one process each.
MAKEFLAGS += --jobs=2

VENV = .venv
PY = $(VENV)/bin/python
STAMP = $(VENV)/installed
# The first of them that Hearthlight allows makes the environment.
PYTHONS = python3 python3.13 python3.12 python3.11
CONSTRAINTS = infra/constraints.txt
EXTRAS = .[test]
# More arguments for pip, for example an index of CPU builds of PyTorch (see README.md).
PIP_ARGS =
# Compiles the game engine into its cache, so that parallel tests do not compile it twice.
WARM = models.players.warm
DEMO_OUT = runs/demo
# Folder of the runs that `make play` shows.
RUNS = runs
# Each worker imports all tests, 15 seconds of a core.
TEST_WORKERS = 2
PYTEST_ARGS =
# The database of `make audit`: pypi or osv.
AUDIT_SERVICE = pypi
QUIET = PREFECT_SERVER_ANALYTICS_ENABLED=false DO_NOT_TRACK=1 MLFLOW_DISABLE_TELEMETRY=true

.PHONY: help install demo play test test-slow chaos lint warm bench docs audit up down status clean

help:
	@echo "make install  install Hearthlight, pinned, into $(VENV)"
	@echo "make demo     install, then search Rogue decks with the preset 'quick' into $(DEMO_OUT)"
	@echo "make play     install, then open the runs below $(RUNS) in the browser"
	@echo "make test     install, check style, imports and types, run the tests"
	@echo "make test-slow  run the tests of the service, and others that take minutes"
	@echo "make chaos    test that killed processes and full disks lose no finished work"
	@echo "make lint     check the style, the imports and the types"
	@echo "make bench    measure the engine's speed"
	@echo "make docs     make the documentation's site, with the library's names, in build/docs"
	@echo "make audit    check the pinned packages against a database of known vulnerabilities"
	@echo "make up       start the service: Prefect, MLflow, the application and a worker"
	@echo "make down     stop the service; running flows can be continued"
	@echo "make status   show which parts of the service run"
	@echo "make clean    remove $(VENV) and all caches; keep runs"

install: $(STAMP)

$(STAMP): pyproject.toml $(CONSTRAINTS)
	@found=; allowed='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; \
	for python in $(PYTHONS); do \
	    if $$python -c "$$allowed" 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Hearthlight needs Python 3.11, 3.12 or 3.13: none of $(PYTHONS) is one." >&2; \
	    exit 1; \
	fi; \
	echo "==> Making $(VENV) with $$found"; \
	$$found -m venv $(VENV)
	@echo "==> Installing the pinned packages (2.4 GB on disk; about a minute)"
	@$(PY) -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -c $(CONSTRAINTS) uv; \
	UV_FIND_LINKS="$$PIP_FIND_LINKS" $(VENV)/bin/uv pip install --quiet --python $(PY) \
	    --compile-bytecode --index-strategy unsafe-best-match $(PIP_ARGS) \
	    -c $(CONSTRAINTS) -e "$(EXTRAS)" \
	|| $(PY) -m pip install --quiet --disable-pip-version-check --compile $(PIP_ARGS) \
	    -c $(CONSTRAINTS) -e "$(EXTRAS)"
	@chmod -R a+rX $(VENV)  # some packages have files that only their owner can read
	@$(PY) -m compileall -q engine models tasks flows hearthlight
	@touch $(STAMP)

demo: install
	@echo "==> Searching Rogue decks with DSA-ME (preset quick; the first run compiles the engine)"
	@$(QUIET) $(PY) -m flows search dsa-me --preset quick --seed 1 --out $(DEMO_OUT)
	@echo "==> Done. See $(DEMO_OUT)/report: the archive as a heatmap, the curves, and the elites"
	@echo "    with their decks and deck codes. Query more, for example:"
	@echo "    $(PY) -m flows sql $(DEMO_OUT) \"select count(*), max(objective) from evaluations\""
	@echo "    To explore the archive, watch games and play in the browser:"
	@echo "    $(PY) -m flows app --runs $(dir $(DEMO_OUT))    (or: make play)"

play: install
	@$(QUIET) $(PY) -m flows app --runs $(RUNS)

test: install lint warm
	@echo "==> Running the tests"
	@$(QUIET) $(PY) -m pytest -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

test-slow: warm
	@echo "==> Starting and stopping the service, drawing a million decks"
	@$(QUIET) $(PY) -m pytest -m slow --ignore tests/flows/chaos $(PYTEST_ARGS)

chaos: warm
	@echo "==> Killing processes, filling disks and damaging files of runs (hours)"
	@$(QUIET) $(PY) -m pytest tests/flows/chaos -m "slow or not slow" $(PYTEST_ARGS)

lint: install
	@echo "==> Checking the style, the imports and the types"
	@$(VENV)/bin/ruff check
	@$(VENV)/bin/ruff format --check
	@$(VENV)/bin/lint-imports
	@$(PY) -m mypy

warm: install
	@echo "==> Compiling the game engine (about a minute; no time if it is cached)"
	@$(PY) -m $(WARM)

bench: warm
	@$(PY) -m tests.benchmarks.engine

docs: warm
	@$(PY) -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) \
	    -c $(CONSTRAINTS) -e ".[docs]"
	@$(PY) -m sphinx --quiet --fail-on-warning -c infra/docs docs build/docs
	@echo "==> Done: open build/docs/README.html"

audit: install
	@$(PY) -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) \
	    -c $(CONSTRAINTS) -e ".[audit]"
	@$(PY) -m pip_audit --strict --requirement $(CONSTRAINTS) --no-deps --disable-pip \
	    --vulnerability-service $(AUDIT_SERVICE) --progress-spinner off

up: warm
	@$(PY) -m infra.service up

down: install
	@$(PY) -m infra.service down

status: install
	@$(PY) -m infra.service status || true

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .import_linter_cache .mypy_cache .hypothesis
	find engine models tasks flows hearthlight tests -name __pycache__ -type d -prune -exec rm -rf {} +
