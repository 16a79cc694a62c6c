"""A program that plays as a bot. It reads messages and writes moves: see docs/build/bots.md.

saleroom arena pitch --players "cmd:python3 examples/first_bot.py",house
"""

import json
import sys

RANKS = "23456789TJQKA"


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "moveRefused":
            print(message["text"], file=sys.stderr)
            continue
        state = message["state"] if message["type"] == "gameFull" else message
        if state["seq"] is not None:
            move = {"type": "move", "seq": state["seq"], "action": chosen(state["legal"])}
            print(json.dumps(move), flush=True)


def chosen(actions):
    """Return a pass if it is legal, otherwise the highest card."""
    return "pass" if "pass" in actions else max(actions, key=rank)


def rank(words):
    """Return the rank of the card in an action such as ``play KD``, -1 for any other action."""
    card = words.rpartition(" ")[2]
    return RANKS.find(card[0])


if __name__ == "__main__":
    main()
