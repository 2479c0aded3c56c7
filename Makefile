# Everything a newcomer needs; plain `make` lists it. Each target does its own set-up.

PYTHON ?= python3
BIN := .venv/bin
HOT := $(shell find src/fourleaf/engine src/fourleaf/games benchmarks/yardsticks -name '*.py')

.DEFAULT_GOAL := help
.PHONY: help play test check bench pure cover pins clean

help:
	@echo "make play    play the Treasure race in the terminal"
	@echo "make test    prove everything: the suite compiled, then interpreted"
	@echo "make check   format, lint, types, layers"
	@echo "make bench   measure, with ratios against peers in the same run"
	@echo "make pure    the suite without any compiled module"
	@echo "make cover   branch coverage, interpreted; it takes its time"
	@echo "make pins    choose new versions of all dependencies and write them down"
	@echo "make clean   remove what was built"

play: .venv/built
	@$(BIN)/fourleaf play treasure

test: .venv/built
	$(BIN)/pytest
	@$(MAKE) --no-print-directory pure

pure: .venv/built
	FOURLEAF_PURE=1 $(BIN)/pytest

cover: .venv/built
	FOURLEAF_PURE=1 FOURLEAF_TRIES=3 $(BIN)/pytest --cov --cov-report=term:skip-covered

check: .venv/built
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks setup.py
	$(BIN)/lint-imports

bench: .venv/built requirements/bench.txt
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/bench.txt
	@$(BIN)/fourleaf bench

PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade

pins: .venv/ready
	$(PIN) pyproject.toml requirements/dev.in -o requirements/dev.txt
	$(PIN) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find src benchmarks -name '*.so' -delete
	find src benchmarks tests -name '__pycache__' -prune -exec rm -rf {} +
	rm -f src/fourleaf/compiled.json

.venv/ready: requirements/dev.txt
	@echo "setting up .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

.venv/built: .venv/ready pyproject.toml setup.py $(HOT)
	@echo "building the engine"
	@FOURLEAF_YARDSTICKS=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/fourleaf --version
	@touch $@
