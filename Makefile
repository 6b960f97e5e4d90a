# `make demo` and `make test` need python3 (3.11 or newer) and make, nothing else: both put what
# they install into .venv beside the code.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(BIN)/cascadia-print

N      ?= 200

.PHONY: help demo test bench docs gallery prove prove-cascadia prove-logs seeded fuzz clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    print the four sheets into out/ and audit four games and one with slips"
	@echo "make test    style, types and tests"
	@echo "make bench   how long the commands take"
	@echo "make docs    the tables and pictures of docs/sheet-language.md, made anew"
	@echo "make gallery docs/gallery.md with pictures of all sheets"
	@echo "make prove   N=10000: so many games on every sheet; what goes wrong is counted"
	@echo "make prove-cascadia N=100000: wildlife scoring against a second scorer on so many boards"
	@echo "make prove-logs N=10000: so many games played by moves, their logs replayed and broken"
	@echo "make seeded  put faults into the program, one by one, and see which test notices"
	@echo "make fuzz    N=10000: so many broken files of every kind"
	@echo "make clean   remove .venv, caches and what was rendered"

demo: $(VENV)/.ready
	@$(RUN) demo

test: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -rs --durations=10

docs: $(VENV)/.ready
	$(BIN)/python -m docs.language
	$(BIN)/python -m docs.pictures

bench: $(VENV)/.ready
	@$(BIN)/python benchmarks/run.py
	@$(BIN)/python benchmarks/cascadia.py

prove: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.prove $(N)

prove-cascadia: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.prove_cascadia $(N)

prove-logs: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.prove_logs $(N)

seeded: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.seeded_faults

fuzz: $(VENV)/.ready-to-test
	@CASCADIA_PRINT_FUZZ=$(N) $(BIN)/pytest -q tests/test_fuzzing.py

gallery: $(VENV)/.ready-to-test
	@$(BIN)/python -m docs.gallery
	@$(BIN)/python -m docs.form
	@$(BIN)/python -m docs.press

# A stamp older than pyproject.toml is made again, so a new dependency is never forgotten.
$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("cascadia_print needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ". Name another one: make PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip' || { echo "$(PYTHON) cannot make a virtual environment (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.ready-to-test: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find out -mindepth 1 ! -name .gitignore -delete
