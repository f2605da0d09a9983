# Every target sets up what it needs, from nothing, and says what it is doing.
# `make` alone lists them.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
LONG   := tests/console/test_random_keys.py tests/console/test_power_cuts.py tests/console/test_secrecy_on_the_wire.py
PROOFS := $(LONG) tests/hardware/test_faults.py tests/hardware/test_bluetooth_bus.py tests/bots/test_solver.py \
	tests/test_daemon.py tests/web/test_run.py tests/web/test_play.py tests/tools/test_bench.py tests/docs/test_commands.py
PAGES  := tests/web/test_browser.py tests/web/test_firefox.py

.DEFAULT_GOAL := help
.PHONY: help play test proofs test-web test-kernel test-pi check drawings pictures format soak soak-docs fuzz mutants bench bench-docs wheel words install uninstall test-install clean

help: ## list what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(READY) ## play at a simulated table, in a browser
	@$(BIN)/wordtable play

test: $(READY) ## the quick tests, in under a minute (CONTRIBUTING.md has the longer ones)
	@$(BIN)/pytest -n auto --ignore=tests/kernel $(PAGES:%=--ignore=%) --ignore=tests/install/test_install.py $(PROOFS:%=--ignore=%)

proofs: $(READY) ## the longer proofs: random keys, power cuts, secrecy on the wire, faults, real processes, Bluetooth, the solver, the docs' commands
	@$(BIN)/pytest -n auto $(PROOFS)

test-web: $(READY) ## the pages in a real Chromium and a real Firefox (a minute; skips, and says so, where there is none)
	@$(BIN)/pytest -n 2 -rs $(PAGES)

test-kernel: $(READY) ## evenings on a real kernel, emulated (minutes; fetches and installs what it needs on Debian 12)
	@tests/kernel/prepare.sh
	@tests/kernel/service/image.sh
	@$(BIN)/pytest -n 2 tests/kernel --ignore=tests/kernel/pi

test-pi: $(READY) ## an evening on an emulated Raspberry Pi 3B (minutes; fetches and installs what it needs on Debian 12)
	@PYTHON=$(BIN)/python tests/kernel/pi/prepare.sh
	@$(BIN)/pytest -s tests/kernel/pi

check: $(READY) ## lint, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(READY) ## put the format right
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

soak: .venv-soak/.ready ## every fault on purpose, for MINUTES=17: kills, disks, clocks, floods, fuzz (kept in build/soak; FAULTS= for some)
	@tools/soak/prepare.sh
	@.venv-soak/bin/python -m tools.soak $(if $(MINUTES),--minutes $(MINUTES)) $(FAULTS)

fuzz: .venv-soak/.ready ## bytes that nobody would write, for SECONDS=60 each, guided by coverage (TARGETS= for some)
	@.venv-soak/bin/python -m tools.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(TARGETS)

soak-docs: $(READY) ## take the newest soak over into docs/faults.md
	@$(BIN)/python -m tools.soak.page

wheel: $(READY) ## build the wheel and use it from another folder
	@tools/try_wheel.sh

mutants: .venv-mutants/.ready ## is every small change to the rules noticed? (some minutes)
	@nice .venv-mutants/bin/python -m tools.mutants $(MODULES)

bench: .venv-bench/.ready ## speed beside other people's libraries, in one run (eight minutes; kept in build/bench)
	@.venv-bench/bin/python -m tools.bench

bench-docs: $(READY) ## take the newest bench over into docs/benchmarks.md and its pictures
	@$(BIN)/python -m tools.bench.page

words: $(READY) ## build the word data again (needs Debian's scowl and wordnet-base)
	@$(BIN)/python tools/build_words.py

install: ## make this Pi a console: sudo make install (again to update)
	@tools/install.sh

uninstall: ## take it off again; your table, house words and history stay
	@tools/uninstall.sh

test-install: $(READY) ## install into clean Debian 12 and 13 trees, as root (minutes; the first time many)
	@nice $(BIN)/pytest tests/install

drawings: $(READY) ## draw the guide's wiring, boxes, stickers and cards again, from config/ and the rules
	@$(BIN)/python -m tools.draw_guide

pictures: $(READY) ## take the guide's pictures again (needs Chromium)
	@PICTURES=docs/pictures $(BIN)/pytest tests/web/test_browser.py -k pictures
	@$(BIN)/wordtable simulate docs/pictures/evening.jsonl --config docs/pictures/three-seats.toml \
		--gif docs/pictures/evening.gif >/dev/null

clean: ## remove what these targets made
	rm -rf .venv .venv-bench .venv-soak .venv-mutants mutants build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv dev,web

.venv-mutants/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-mutants dev,web,mutants

.venv-soak/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-soak dev,web,fuzz

.venv-bench/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-bench web,bench
