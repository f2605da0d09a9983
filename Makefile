# Every target installs what it needs. `make` lists the targets.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
# Compiled files are kept even if the environment says otherwise: collecting the tests then takes a quarter of the time.
export PYTHONDONTWRITEBYTECODE :=

# `make test` leaves these markers out; each has its own target.
SLOW   := proof or browser or kernel or pi or image or install or league

.DEFAULT_GOAL := help
.PHONY: help play play-league test proofs test-web test-league test-kernel test-pi check drawings boxes pictures format soak soak-docs fuzz mutants bench bench-league bench-docs wheel deb release image test-image words lock texts install uninstall test-install clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(READY) ## play at a simulated table in a browser
	@$(BIN)/wordtable play

play-league: $(READY) ## play in a league: three tables of computers and yours, with a television (installs Mosquitto)
	@tests/league/prepare.sh mosquitto
	@$(BIN)/python -m tools.league

test: $(READY) ## run the quick tests, in less than a minute (CONTRIBUTING.md lists the others)
	@$(BIN)/pytest -n auto --ignore=tests/kernel -m "not ($(SLOW))"

proofs: $(READY) ## run the longer tests: random keys, power cuts, secrecy, faults, real processes, Bluetooth, the solver, the docs
	@$(BIN)/pytest -n auto -m proof --hypothesis-profile=random

test-web: $(READY) ## test the pages in Chromium, Firefox and WebKit (a few minutes; skips a browser that is missing)
	@$(BIN)/pytest -n 2 -rs -m browser

test-league: $(READY) ## play a club's evening with a real broker and database: TABLES=50, KILLS=200 (minutes)
	@tests/league/prepare.sh
	@LEAGUE_TABLES=$(or $(TABLES),50) LEAGUE_KILLS=$(or $(KILLS),200) $(BIN)/pytest tests/league -m league

test-kernel: export DEBIAN := $(or $(DEBIAN),13)
test-kernel: $(READY) ## play evenings on an emulated PC with a real kernel: DEBIAN=13 or 12 (minutes; on Debian it installs what it needs)
	@tests/kernel/prepare.sh
	@tests/kernel/service/image.sh
	@$(BIN)/pytest -n 2 $(or $(FILES),tests/kernel) -m kernel

test-pi: $(READY) ## play an evening on an emulated Raspberry Pi 3B (minutes; on Debian 12 it installs what it needs)
	@PYTHON=$(BIN)/python tests/kernel/pi/prepare.sh
	@$(BIN)/pytest -s tests/kernel/pi

check: $(READY) ## check style, format and types, of the web pages too (those need npm)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@tools/web/check.sh

format: $(READY) ## fix style and format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@tools/web/check.sh --write

soak: .venv-soak/.ready ## cause every fault on purpose, for MINUTES=17 (FAULTS= for only some, FULL=1 until they are counted in full, MORE=1 to add to their counts; saved in build/soak)
	@tools/soak/prepare.sh
	@.venv-soak/bin/python -m tools.soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(FULL),--full) $(if $(MORE),--more) $(FAULTS)

fuzz: .venv-soak/.ready ## feed random bytes to everything that reads bytes, for SECONDS=60 each (TARGETS= for only some)
	@.venv-soak/bin/python -m tools.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(TARGETS)

soak-docs: $(READY) ## copy the newest soak results into docs/faults.md
	@$(BIN)/python -m tools.soak.page

wheel: $(READY) ## build the wheel and try it in another folder
	@tools/try_wheel.sh

deb: $(READY) ## build the Debian package for Debian 12 and 13 into dist (as root it installs the tools)
	@tools/package/build_deb.sh

release: $(READY) ## build wheel, sdist, Debian package, SD card and checksums into dist, byte for byte the same for the same commit (IMAGE=no: no card)
	@tools/package/build_release.sh

image: $(READY) ## build an SD card for the Pi 3, 4, 5 and Zero 2 W into dist (as root on a PC with Debian; a few minutes)
	@tools/image/build.sh

test-image: $(READY) ## boot that card as an emulated Raspberry Pi 3B, play on it, and cut its power (CUTS=20; half an hour)
	@tools/image/prepare_test.sh
	@IMAGE_CUTS=$(or $(CUTS),20) $(BIN)/pytest -s $(FILES) -m image

mutants: .venv-mutants/.ready ## change rules, referee, private screen and votes in small ways and check that a test notices (minutes; MODULES= for some)
	@nice .venv-mutants/bin/python -m tools.mutants $(MODULES)

bench: .venv-bench/.ready ## measure speed, compared with other libraries, and a league's (ten minutes; saved in build/bench)
	@.venv-bench/bin/python -m tools.bench
	@$(MAKE) --no-print-directory bench-league

bench-league: $(READY) ## measure a league: solve to television, pages with 1,000 tables (a minute; installs Mosquitto)
	@tests/league/prepare.sh mosquitto
	@$(BIN)/python -m tools.league.bench

bench-docs: $(READY) ## copy the newest benchmark results into docs/benchmarks.md and its pictures
	@$(BIN)/python -m tools.bench.page

words: $(READY) ## rebuild the word lists (needs Debian's scowl and wordnet-base)
	@$(BIN)/python -m tools.build_words

lock: $(READY) ## renew the versions and hashes of the libraries that the installer may download
	@$(BIN)/python tools/lock_libraries.py

texts: $(READY) ## collect every sentence for translators, and compile the catalogues
	@$(BIN)/python -m tools.texts

install: ## turn this Pi into a console, or update it: sudo make install
	@tools/install.sh

uninstall: ## remove it; keeps your table, house words and history
	@tools/uninstall.sh

test-install: $(READY) ## test the installer and the Debian package in clean Debian 12 and 13 trees, as root (minutes)
	@tests/install/prepare.sh
	@nice $(BIN)/pytest -m install

drawings: $(READY) ## draw the guide's wiring, boxes, stickers and cards again
	@$(BIN)/python -m tools.draw_guide

boxes: $(READY) ## write the boxes of the guide as STL files, for a 3D printer (build/boxes)
	@$(BIN)/python -m tools.boxes

pictures: $(READY) ## take the screenshots again (needs Chromium)
	@PICTURES=docs/pictures $(BIN)/pytest -m browser -k pictures
	@$(BIN)/wordtable simulate docs/pictures/evening.jsonl --config docs/pictures/three-seats.toml \
		--gif docs/pictures/evening.gif >/dev/null

clean: ## remove everything that these targets made
	rm -rf .venv .venv-bench .venv-soak .venv-mutants tools/web/node_modules mutants build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv dev,web,league

.venv-mutants/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-mutants dev,web,mutants

.venv-soak/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-soak dev,web,fuzz

.venv-bench/.ready: pyproject.toml tools/make_venv.sh
	@PYTHON="$(PYTHON)" tools/make_venv.sh .venv-bench dev,web,bench
