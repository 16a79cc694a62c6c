"""A bot that writes down all messages to it, over the Bot API or standard input: `noting_bot.py NOTES [URL TOKEN]`.

Its choice depends only on its legal actions and its hand, so that it plays the same match in the same way every time.
"""

import json
import sys
import threading
import urllib.error
import urllib.request
import zlib

NOTES = open(sys.argv[1], "a", encoding="utf-8")  # noqa: SIM115
WRITING = threading.Lock()


def note(table, message):
    with WRITING:
        NOTES.write(json.dumps([table, message]) + "\n")
        NOTES.flush()


def choice(state):
    told = json.dumps([state["legal"], sorted(state["mine"]["hand"])])
    return {"seq": state["seq"], "action": state["legal"][zlib.crc32(told.encode()) % len(state["legal"])]}


def over_pipe():
    table = ""
    for line in sys.stdin:
        message = json.loads(line)
        table = message.get("id", table)
        note(table, message)
        state = message.get("state", message)
        if state.get("seq") is not None:
            print(json.dumps({"type": "move", **choice(state)}), flush=True)


def over_api(url, token):
    def ask(path, body=None):
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(f"{url}/api/bot/{path}", data, headers), timeout=600)

    def messages(path):
        return (json.loads(line) for line in ask(path) if line.strip())

    def play(table):
        for message in messages(f"tables/{table}/stream"):
            note(table, message)
            state = message.get("state", message)
            if state.get("seq") is not None:
                try:
                    ask(f"tables/{table}/move", choice(state)).close()
                except urllib.error.HTTPError as refused:
                    assert refused.code == 409, refused.read()  # the turn of this state is over

    for event in messages("stream/event"):
        if event["type"] == "challenge":
            ask(f"challenges/{event['challenge']['id']}/accept", {}).close()
        if event["type"] == "gameStart":
            threading.Thread(target=play, args=[event["table"]]).start()


if len(sys.argv) > 2:
    over_api(*sys.argv[2:])
else:
    over_pipe()
