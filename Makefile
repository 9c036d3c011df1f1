# Each target makes .venv by itself. Without make: python3 macros/bootstrap.py, then .venv/bin/python -m macros site
# Another Python: make PYTHON=python3.12 ... Another folder for the environment: VENV=/somewhere/else make ...
PYTHON ?= python3
VENV ?= .venv
export VENV

needed = Python 3.11.5 to 3.14 is needed, $(PYTHON) was not found
set_up = command -v $(PYTHON) >/dev/null || { echo "$(needed)"; exit; }; $(PYTHON) macros/bootstrap.py
stop_if = $(if $(1),$(error $(1)))
ready = $(call stop_if,$(shell $(set_up) $(1)))
run = "$(VENV)/bin/python" -m

.PHONY: help setup check fix site pdf offline downloads release serve test bench pictures schema tools clean

help:           ## print these lines
	@awk -F ':[ ]*## ' '/^[a-z-]+: *##/ {printf "make %-9s %s\n", $$1, $$2}' Makefile

setup:          ## make the virtual environment, with what the tests need
	$(call ready,--test)@:

check:          ## check data/, and facts typed into docs/: exit 0 clean, else every problem with file and line
	$(call ready)$(run) macros check

fix:            ## put data/ into the one form: order, quotes
	$(call ready)$(run) macros fix

site:           ## build both languages into site/
	$(call ready)$(run) macros site

pdf:            ## one PDF per language from site/, into site/pdf/
	$(call ready,--pdf)test -f site/index.html || $(run) macros site
	$(run) macros pdf

offline:        ## one zip per language from site/, to be read from disk, into site/offline/
	$(call ready)test -f site/index.html || $(run) macros site
	$(run) macros offline

downloads:      ## fill the page of downloads from the files in site/, after all others
	$(call ready)$(run) macros downloads

release:        ## everything that is published: site, pdf, offline, downloads
	$(call ready,--pdf)$(run) macros site
	$(run) macros pdf
	$(run) macros offline
	$(run) macros downloads

serve:          ## live preview on 127.0.0.1:8000
	$(call ready)$(run) macros serve

test:           ## what every change must pass; ROOM=query runs the tests of one room, T="-k name" narrows further
	$(call ready,--test)$(run) ruff check -q --output-format concise macros tests
	$(run) pytest -n 2 --dist loadfile --no-loadscope-reorder $(ROOM:%=tests/%) $(T)

tools:          ## install what skipped tests ask for (apt, root; torch and JAX, several GB)
	.ci/tools --all

bench:          ## measure, print the figures, write build/bench.json
	$(call ready)$(run) macros bench

pictures:       ## pictures of every kind of page in build/pictures/
	$(call ready,--test)$(run) macros pictures

schema:         ## write schema/ and what else is made from the models
	$(call ready)$(run) macros schema

clean:          ## remove what was built; .venv stays
	rm -rf build site .pytest_cache .ruff_cache .hypothesis
	find macros tests -name __pycache__ -prune -exec rm -r {} +
	-git clean -fXq $(foreach kind,gpus targets releases frameworks cuda changes,'docs/*/$(kind)/*.md')
