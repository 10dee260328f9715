# Paddock. `make play` starts a race, `make test` tests everything; both set up what is missing.

PYTHON  ?= python3
GAME    ?= street-illegal
MINUTES ?= 10
HOURS   ?= 8
OLD     ?= main
# Two more than there are cores: browsers and servers wait a good part of their time.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2)
ARGS    ?=

# Keep bytecode: the tests start hundreds of processes, and each would compile 600 modules.
unexport PYTHONDONTWRITEBYTECODE

BIN   := .venv/bin
READY := .venv/.stamp-setup
NODES := web/node_modules/.stamp-install
PIP    = $(BIN)/python -m pip install -qq --disable-pip-version-check

.PHONY: help setup play test fetch ready check check-types check-style check-pages format bench speed fuzz night package site-package web site docs lock audit clean
.DEFAULT_GOAL := help

help:
	@echo "make play     set up what is missing and start a race"
	@echo "make test     all tests (ARGS='-k name' for some)"
	@echo "make check    format, lint, types, layers, of the rules and of the pages; about a minute"
	@echo "make format   format and fix what can be fixed"
	@echo "make bench    decisions and races a second"
	@echo "make speed    instructions a decision against commit OLD=$(OLD); fails at +5 %"
	@echo "make fuzz     the laws for MINUTES=$(MINUTES) on GAME=$(GAME)"
	@echo "make night    laws, fuzzing and long simulations of every game for HOURS=$(HOURS)"
	@echo "make docs     the documentation as a site in build/docs"
	@echo "make audit    known vulnerabilities of the Python and npm packages (needs a network)"
	@echo "make site     Paddock as files for any web space, without a server, in build/site"
	@echo "make package  wheel and sdist in dist/"
	@echo "make setup    the environment in .venv; make web: the browser's pages; make lock: new pins"

setup: $(READY)
	@:

$(READY): pyproject.toml requirements.lock
	@command -v $(PYTHON) >/dev/null || { echo "Paddock needs Python 3.11 or newer; there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Paddock needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "Setting up .venv (once, about a minute)"; $(PYTHON) -m venv --clear .venv; }
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# The line to change when races start elsewhere:
PLAY = if $(BIN)/paddock serve --help >/dev/null 2>&1; then $(BIN)/paddock serve $(ARGS); else $(BIN)/paddock play street-illegal $(ARGS); fi

play: setup web
	@$(PLAY)

test: fetch web site
	@$(BIN)/python -m pytest -q --no-header -n $(WORKERS) --dist worksteal $(ARGS)

# What the machine lacks for a test.
fetch: setup
	@$(BIN)/python -m tools.fetch

CHECKS := check-types check-style check-pages

check: setup $(NODES)
	@$(MAKE) --no-print-directory -j2 -Otarget $(CHECKS)

# `check`, and meanwhile what `test` needs: the types take longer than all else together.
ready: setup $(NODES)
	@$(MAKE) --no-print-directory -j2 -Otarget $(CHECKS) web fetch

check-types:
	@$(BIN)/mypy --no-error-summary

check-style:
	@$(BIN)/ruff format --check --quiet . || { echo "Run: make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@report=$$($(BIN)/lint-imports --no-logo 2>&1) || { echo "$$report"; exit 1; }

check-pages:
	@$(NPM) run --silent format:check || { echo "Run: make format" >&2; exit 1; }
	@$(NPM) run --silent check

format: setup $(NODES)
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .
	@$(NPM) run --silent format

bench: setup
	@$(BIN)/paddock bench $(ARGS)

speed: setup
	@$(BIN)/python -m tools.speed $(OLD) . $(ARGS)

fuzz: setup
	@$(BIN)/paddock fuzz $(GAME) --minutes $(MINUTES) $(ARGS)

night: setup site
	@$(BIN)/python -m tools.games.printed_tracks --races 200 --workers $(WORKERS)
	@$(BIN)/python -m tools.games.mille_miglia_times --races 50 --workers $(WORKERS)
	@$(BIN)/python -m tools.night --hours $(HOURS) $(ARGS)

package: setup web
	@rm -rf dist
	@$(BIN)/python -m hatchling build

# The wheel with the built site, for the extra `site`. The plain wheel stays small.
site-package: site
	@cd site_package && ../$(BIN)/python -m hatchling build -t wheel -d ../dist

# The browser's pages, built with the Node that came with the Python packages.
PAGES := src/paddock/server/static/index.html
NPM    = PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-audit --no-fund --no-update-notifier --loglevel=error

ifneq ($(wildcard web/package.json),)
web: $(PAGES)
	@:

# Not `npm ci`: it fails where the lock lacks the binaries of other platforms. The lock is kept as it is.
$(NODES): web/package.json $(wildcard web/package-lock.json) | $(READY)
	@$(NPM) install --no-save >/dev/null
	@touch $@

$(PAGES): $(NODES) $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
	@$(NPM) run --silent build
	@touch $@
else
web:
	@:
endif

# Paddock without a server, built only where something changed.
SITE       := build/site/site.json
SITE_PAGES := build/pages/index.html

site: fetch $(NODES)
	@$(MAKE) --no-print-directory $(SITE)

$(SITE_PAGES): $(PAGES)
	@$(NPM) run --silent build:site
	@touch $@

$(SITE): $(SITE_PAGES) requirements.lock $(shell find src/paddock tools/site -type f -not -name '*.pyc' -not -path '*/server/static/*' 2>/dev/null)
	@$(BIN)/python -m tools.site --out $(dir $@)

# Upgrade everything, then write the versions with the hashes of all their files.
lock: setup
	@$(PIP) --upgrade --upgrade-strategy eager -e '.[dev]'
	@$(BIN)/python -m tools.lock

# Known vulnerabilities of what a server uses.
audit: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.audit

# The site of docs/ in build/docs, with the reference of the public modules.
docs: setup
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

clean:
	@rm -rf .venv build web/node_modules src/paddock/server/static .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
