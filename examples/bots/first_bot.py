"""A bot for Saleroom's Bot API, with only the standard library. It plays at random (docs/reference/bot-api.md).

python first_bot.py http://127.0.0.1:8642 TOKEN [GAME]
"""

import contextlib, http.client, json, random, sys, threading, time, urllib.error, urllib.request  # noqa: E401, I001

URL, TOKEN, LOST, playing = sys.argv[1], sys.argv[2], (OSError, http.client.HTTPException), set()
HEADERS = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}


def ask(path, body=None):
    """Return the answer to a POST if there is a body, else a stream; retry after lost connections and rate limits."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(f"{URL}/api/bot/{path}", data, HEADERS), timeout=30)
        except LOST as error:
            if isinstance(error, urllib.error.HTTPError) and error.code not in (429, 503):
                print(path, error.code, error.read().decode(), file=sys.stderr)
                return []
            time.sleep(int(getattr(error, "headers", {}).get("retry-after", 1)))


def messages(path):
    """Yield the messages of a stream, without its empty keep-alive lines; reopen a broken stream."""
    while True:
        with contextlib.suppress(*LOST):
            yield from (json.loads(line) for line in ask(path) if line.strip())
        time.sleep(1)


def play(table):
    """Play one match: choose a random legal action whenever it is our turn."""
    for message in messages(f"tables/{table}/stream"):
        state = message.get("state", message)  # the first message contains the state, the others are states
        if state.get("status") == "over":
            return print(table, "is over", flush=True)
        if state.get("seq") is not None:  # a repeated move is harmless
            ask(f"tables/{table}/move", {"seq": state["seq"], "action": random.choice(state["legal"])})


if len(sys.argv) > 3:  # a table with bots
    ask("tables", {"game": sys.argv[3], "chairs": [{"kind": "me"}] + [{"kind": "bot"}] * 3})
for event in messages("stream/event"):
    if event["type"] == "challenge":
        ask(f"challenges/{event['challenge']['id']}/accept", {})
    if event["type"] == "gameStart" and event["table"] not in playing:  # sent again after each connection
        playing.add(event["table"])
        threading.Thread(target=play, args=[event["table"]], daemon=True).start()
