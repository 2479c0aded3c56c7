# Everything a newcomer needs; plain `make` lists it. Each target does its own set-up.

PYTHON ?= python3
BIN := .venv/bin
CLIENT := src/fourleaf/server/client/index.html
PEER := benchmarks/server/boardgame
HOT := $(shell find src/fourleaf/engine src/fourleaf/games benchmarks/yardsticks -name '*.py') src/fourleaf/bots/tree.py

# Two more than there are cores: tests of the server wait a lot. Who is done early takes over from the others.
EACH_CORE := -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play test test-all check check-python check-whole bench bench-server frames ladders choices pure cover pins types clean

help:
	@echo "make play    start the server and open the lobby in the browser"
	@echo "make test    prove the product, in under eight minutes"
	@echo "make test-all prove all of it: what takes long too, and the games interpreted; some twenty minutes"
	@echo "make check   format, lint, types, layers"
	@echo "make bench   measure, with ratios against peers in the same run"
	@echo "make bench-server measure the server under load, beside boardgame.io (most of an hour; ARGS=--quick for a look)"
	@echo "make frames  measure how smoothly Chromium shows each game"
	@echo "make ladders measure whether each level beats the one below (hours; goes on where it was ended)"
	@echo "make choices look whether the bots choose as before, and say of figures that they are old where not (minutes)"
	@echo "make pure    the suite without any compiled module"
	@echo "make cover   branch coverage, interpreted; it takes its time"
	@echo "make types   write the client's types anew from the server's structures"
	@echo "make pins    choose new versions of all dependencies and write them down"
	@echo "make clean   remove what was built"

play: .venv/built $(CLIENT)
	@$(BIN)/fourleaf serve --open

# At the end of a part: what was slow in it, and what could not be proven on this machine, and why.
AT_THE_END := --durations=15 --durations-min=1 -rs

# The times are those of two cores. The largest part comes last, so that what it says stands at the end.
test: .venv/built $(CLIENT)
	@echo "1 of 3, ten seconds: the browser's code, without a browser"
	$(NODE) npm --prefix web test
	@echo "2 of 3, a minute: the rules interpreted, a sample"
	FOURLEAF_PURE=1 FOURLEAF_TRIES=1 $(BIN)/pytest $(EACH_CORE) -m "not long" -k "not oracle and not merits and not boards and not knowledge and not look_alike and not bites and not facts" tests/engine tests/games tests/kit tests/puzzles/test_interpreted.py tests/review/test_interpreted.py
	@echo "3 of 3, six minutes: everything compiled, with a server, its databases and a browser, but for what takes long"
	FOURLEAF_TRIES=8 $(BIN)/pytest $(EACH_CORE) -m "not long" $(AT_THE_END)

# `make test test-all` does nothing twice.
test-all: test pure
	@echo "all the rest, nine minutes: the laws over more games, and what takes long"
	$(BIN)/pytest $(EACH_CORE) tests/kit/test_laws.py
	$(BIN)/pytest $(EACH_CORE) -m long $(AT_THE_END)

pure: .venv/built
	@echo "three minutes: all but the server and the browser, interpreted"
	FOURLEAF_PURE=1 $(BIN)/pytest $(EACH_CORE) --durations=15 --durations-min=1

cover: .venv/built
	FOURLEAF_PURE=1 FOURLEAF_TRIES=3 $(BIN)/pytest --cov --cov-report=term:skip-covered

check: check-python check-whole

# Needs nothing that is compiled, so that `make -j2 check` does both at once.
check-python: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples setup.py web/make_types.py

check-whole: .venv/built web/node_modules/.package-lock.json
	$(BIN)/lint-imports
	$(BIN)/python web/make_types.py --check
	$(NODE) npm --prefix web run check

types: .venv/built
	$(BIN)/python web/make_types.py

bench: .venv/built requirements/bench.txt
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements/bench.txt
	@$(BIN)/fourleaf bench
	@$(BIN)/python -m benchmarks.learners

# Node from the machine or from .venv, as for the client.
bench-server: .venv/built $(PEER)/node_modules/.package-lock.json
	@$(NODE) $(BIN)/python -m benchmarks.server $(ARGS)

frames: .venv/built $(CLIENT)
	@$(BIN)/python benchmarks/frames.py

ladders: .venv/built
	@$(BIN)/python -m benchmarks.ladders

choices: .venv/built
	@$(BIN)/python -m benchmarks.ladders --carry

PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade

pins: .venv/ready
	$(PIN) pyproject.toml requirements/dev.in -o requirements/dev.txt
	$(PIN) requirements/node.in -o requirements/node.txt
	$(PIN) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

# Node from the machine, else the one on PyPI.
NODE := $(if $(shell command -v npm),,PATH="$(abspath $(BIN)):$$PATH")

.venv/node: requirements/node.txt | .venv/ready
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $<
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json .venv/node
	@echo "fetching the client's tools"
	@$(NODE) npm --prefix web ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): web/node_modules/.package-lock.json $(shell find web/src web/index.html web/*.ts -type f)
	@echo "building the client"
	@$(NODE) npm --prefix web run build --silent -- --logLevel warn

$(PEER)/node_modules/.package-lock.json: $(PEER)/package-lock.json .venv/node
	@echo "fetching boardgame.io"
	@$(NODE) npm --prefix $(PEER) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

clean:
	rm -rf $(PEER)/node_modules web/node_modules web/screenshots src/fourleaf/server/client
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find src benchmarks -name '*.so' -delete
	find src benchmarks tests -name '__pycache__' -prune -exec rm -rf {} +
	rm -f src/fourleaf/compiled.json

# The list is complete, so pip is to look no further: an extra such as coverage[toml] is not held by the pin of its package.
.venv/ready: requirements/dev.txt
	@echo "setting up .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/dev.txt
	@touch $@

.venv/built: .venv/ready pyproject.toml setup.py $(HOT)
	@echo "building the engine"
	@FOURLEAF_YARDSTICKS=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/fourleaf --version
	@touch $@
