"""A program that plays: it reads messages on its input and writes moves on its output. See docs/players.md.

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
    """Passes when it may; otherwise its highest card."""
    return "pass" if "pass" in actions else max(actions, key=rank)


def rank(words):
    """What the card of an action such as ``play KD`` is worth; of any other action nothing."""
    card = words.rpartition(" ")[2]
    return RANKS.find(card[0])


if __name__ == "__main__":
    main()
