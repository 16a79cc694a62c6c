"""Working and faulty bot programs for tests.

The first argument selects the program. All programs use only the standard library.
"""

import json
import os
import signal
import subprocess
import sys
import time


def main(kind, *more):
    if kind == "fails":
        sys.exit("I cannot")
    if kind == "tree":
        tree(*more)
    for line in sys.stdin:
        message = json.loads(line)
        KINDS[kind](message)


def turn(message):
    return message["state"] if message["type"] == "gameFull" else message


def move(seq, action):
    print(json.dumps({"type": "move", "seq": seq, "action": action}), flush=True)


def first(message):
    state = turn(message)
    if state.get("seq") is not None and "legal" in state:
        move(state["seq"], state["legal"][0])


turns = []


def silent(message):
    pass


def hesitates(message):
    """Play, but give no answer at the third turn."""
    state = turn(message)
    if state.get("seq") is not None and "legal" in state:
        turns.append(state["seq"])
        if len(turns) != 3:
            first(message)


def dies(message):
    """Play, but end the program with a message at the second turn."""
    if message["type"] == "gameState":
        sys.exit("out of ideas")
    first(message)


def corrects(message):
    """Answer each turn first with an old turn number and then with an illegal action. After both are refused, pass."""
    state = turn(message)
    if message["type"] == "moveRefused":
        move(message["seq"], "pass" if message["reason"] == "illegal" else "fly")
    elif state["seq"] is not None:
        move(state["seq"] - 1, "pass")


def stubborn(message):
    if turn(message).get("seq") is not None:
        move(turn(message)["seq"], "fly")


def chatty(message):
    print('thinking …\n\n[1, 2]\n{"type": "info"}\n' + "x" * 200_000 + "\n" + "[" * 5000, flush=True)
    first(message)


def garbled(message):
    print("I bid three!", flush=True)


def floods(message):
    while True:
        print("y", flush=True)


KINDS = {f.__name__: f for f in (first, silent, hesitates, dies, corrects, stubborn, chatty, garbled, floods)}


def tree(file):
    """Start a child process that leaves its process group and ignores signals. Write both process ids to a file, and
    wait.
    """
    call = (
        "import os, signal, time; os.setsid(); signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(900)"
    )
    child = subprocess.Popen([sys.executable, "-c", call], stdout=subprocess.PIPE)
    child.stdout.readline()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open(f"{file}.part", "w") as numbers:
        numbers.write(f"{os.getpid()} {child.pid}")
    os.rename(f"{file}.part", file)
    time.sleep(900)


if __name__ == "__main__":
    main(*sys.argv[1:])
