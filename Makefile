# make play   set up and play        make test   set up and run the tests
# make lint   format, lint, types    make proof  the tests with the counts that are promised
# make bench  speed beside the peers make format put the code into shape
# make nets   how strong and quick the shipped nets are

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
EXTRAS ?= dev
PYTEST  = $(BIN)/python -m pytest
MODES   = tests/engine tests/games
RULINGS = tests/games/*/test_rulings.py

.PHONY: play test proof lint format bench nets clean

play: $(VENV)/installed
	@$(BIN)/cardshed

# All tests, and those of the rules twice more: with array bounds checked, and as plain Python.
test: $(VENV)/developing
	$(PYTEST) -n 2
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n 2 $(RULINGS)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 $(RULINGS)

proof: $(VENV)/developing
	CARDSHED_PROOF=1 $(PYTEST) -n 2 -rP
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n 2 $(MODES)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 $(MODES)

lint: $(VENV)/developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/developing
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/developing .venv-peers/installed
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.envs

nets: $(VENV)/installed
	$(BIN)/python -m bench.nets

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info < (3, 14) else "Cardshed needs Python 3.11 to 3.13; say which one with make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/developing: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$(EXTRAS)]"
	@touch $@

.venv-peers/installed: bench/peers/requirements.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

clean:
	rm -rf $(VENV) .venv-peers dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
