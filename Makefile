# make play   set up and play          make test   set up and run the tests
# make quick  an answer in a minute     make game   the rules of one game, as plain Python: make game GAME=rummy
# make lint   format, lint, types       make proof  all with the counts that are promised; make proof PART=mutants
# make bench  speed beside the peers    make format put the code into shape
# make nets   how strong and quick the shipped nets are

VENV   ?= .venv
BIN     = $(VENV)/bin
EXTRAS ?= dev
PYTEST  = $(BIN)/python -m pytest
RULINGS = tests/games/*/test_rulings.py
COVER  ?=
GAME   ?= thirteen
PART   ?=
QUICK  ?= 1

# The newest Python that fits, unless one is named: make PYTHON=python3.12
NEWEST  = python3.14 python3.13 python3.12 python3.11 python3 python
FITS    = import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))

.PHONY: play test quick game proof lint format bench nets clean

play: $(VENV)/installed
	@$(BIN)/cardshed

# All tests, and those of the rules twice more: with array bounds checked, and as plain Python.
test: $(VENV)/developing
	$(PYTEST) -n 2 $(COVER)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n 2 $(RULINGS)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 $(RULINGS) $(COVER)

# Plain Python, then what is compiled already: nothing waits for the compiler, a browser or a server.
# With QUICK=compiling what is not compiled yet is, and nothing is skipped.
quick: $(VENV)/developing
	@CARDSHED_QUICK=$(QUICK) NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 -m quick
	@CARDSHED_QUICK=$(QUICK) $(PYTEST) -n 2 -m quick

game: $(VENV)/developing
	@CARDSHED_QUICK=1 NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 tests/games tests/golden -k $(GAME)

proof: $(VENV)/developing
	@$(BIN)/python -m tests.proof $(PART)

lint: $(VENV)/developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/developing
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/developing .venv-peers/installed
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.earlier
	$(BIN)/python -m bench.envs

nets: $(VENV)/installed
	$(BIN)/python -m bench.nets

$(VENV)/installed: pyproject.toml constraints.txt
	@for python in $(or $(PYTHON),$(NEWEST)); do \
	  if $$python -c '$(FITS)' 2>/dev/null; then \
	    echo "Cardshed is set up in $(VENV) with $$($$python --version), $$(command -v $$python)"; \
	    exec $$python -m venv $(VENV); \
	  fi; \
	done; \
	echo 'Cardshed needs Python 3.11 to 3.14 with venv; say which one with make PYTHON=path/to/python' >&2; exit 1
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/developing: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$(EXTRAS)]"
	@touch $@

.venv-peers/installed: bench/peers/requirements.txt
	$(BIN)/python -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

clean:
	rm -rf $(VENV) .venv-peers dist build node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
