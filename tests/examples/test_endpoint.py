"""Tests of language models behind an HTTP endpoint. A server in the test process gives scripted answers."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from saleroom.envs import text_observations
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
model_player: Any = import_module("language_models.model_player")
program: Any = import_module("language_models.program")
replies: Any = import_module("saleroom.envs.replies")
endpoint: Any = import_module("language_models.endpoint")
measuring: Any = import_module("language_models.measuring")
ask_a_model: Any = import_module("ask_a_model")

Answer = tuple[int, dict[str, str], bytes]
Script = Callable[[dict[str, Any]], Answer]


def reply(text: str) -> Answer:
    told = {"choices": [{"message": {"content": text}}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    return 200, {}, json.dumps(told).encode()


def listed(body: dict[str, Any]) -> str:
    """Return a legal action listed in the last message: the first one for the model ``first``, else the last one."""
    lines = body["messages"][-1]["content"].partition("You may:\n")[2].splitlines()
    actions = [line[2:] for line in lines if line.startswith("- ")]
    return actions[0 if body["model"] == "first" else -1]


@contextmanager
def server(script: Script) -> Iterator[tuple[str, list[tuple[dict[str, str], dict[str, Any]]]]]:
    """Start a server, and yield its address and the list of its requests."""
    asked: list[tuple[dict[str, str], dict[str, Any]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((dict(self.headers), body))
            status, headers, text = script(body) if self.path == "/v1/chat/completions" else (404, {}, b"{}")
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(text))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}/v1", asked
        finally:
            listening.shutdown()
            thread.join()


def scripted(*answers: Answer) -> Script:
    left = list(answers)
    return lambda body: left.pop(0)


# Questions


def test_a_question_is_asked_again_until_there_is_an_answer():
    busy = (429, {"Retry-After": "7"}, b"{}")
    slept: list[float] = []
    with server(scripted((500, {}, b"oh"), busy, (200, {}, b"not JSON"), reply("pass"))) as (url, asked):
        model = endpoint.Endpoint(url, "m", 60.0, "secret", {"temperature": 0.5}, slept.append)
        assert model([{"role": "user", "content": "?"}]) == "pass"
    assert slept == [2.0, 7.0, 14.0] and model.retries == 3
    headers, body = asked[-1]
    assert headers["Authorization"] == "Bearer secret"
    assert body == {"model": "m", "messages": [{"role": "user", "content": "?"}], "temperature": 0.5}
    assert model.tokens == {"prompt_tokens": 7, "completion_tokens": 2}


def test_what_no_further_question_mends_ends_the_measuring():
    refusal = json.dumps({"error": {"message": "no such\nmodel"}}).encode()
    with server(scripted((404, {}, refusal))) as (url, _), pytest.raises(program.Broken, match=r"404: no such model$"):
        endpoint.Endpoint(url, "m", 60.0)([])


def test_a_server_that_is_not_there_is_given_up_after_some_tries():
    slept: list[float] = []
    with server(scripted()) as (url, _):
        pass
    with pytest.raises(program.Silent, match="asked 5 times"):
        endpoint.Endpoint(url, "m", 60.0, sleep=slept.append)([])
    assert slept == [2.0, 4.0, 8.0, 16.0]


@pytest.mark.parametrize("content", [None, 7])
def test_a_reply_without_text_is_empty(content):
    told = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
    with server(scripted((200, {}, told))) as (url, _):
        assert endpoint.Endpoint(url, "m", 60.0)([]) == ""


# Conversations


def test_the_rules_are_told_once_and_then_what_has_changed():
    terms = Terms.of("auction-pitch")
    with server(lambda body: reply(f"I think.\n\n**{listed(body)}**")) as (url, asked):
        one = model_player.ModelPlayer(
            "last", endpoint.Endpoint(url, "last", 60.0), model_player.preface(terms, True), True
        )
        talk, table, chance = one.sit(), TextEpisode(terms), np.random.default_rng(0)
        table.begin(7)
        (seat,) = {table.episode.mover}
        while not table.episode.over:
            mover = table.episode.mover
            ids = text_observations.legal_ids(terms, table.episode.view(mover), mover)
            table.act(talk(table, mover, chance).action if mover == seat else ids[0])
    assert one.decisions == len(asked) > 3 and one.wrong == one.guessed == 0
    for number, (_, body) in enumerate(asked):
        roles = [message["role"] for message in body["messages"]]
        assert roles == ["system", *["user", "assistant"] * number, "user"]
        texts = [message["content"] for message in body["messages"]]
        assert sum(text.count("# Auction Pitch") for text in texts) == 1
    first, second = (asked[at][1]["messages"][-1]["content"] for at in (0, 1))
    assert "You are seat" in first
    assert "What has happened since:" in second and "You are seat" not in second and len(second) < len(first) / 2


def test_what_has_changed_is_all_that_has():
    table = TextEpisode(Terms.of("auction-pitch"))
    table.begin(7)
    seat = 3
    before, told = table.as_json(seat)["sees"], len(table.seen_events(seat))
    table.hear("bid 3")
    news = table.news(seat, before, told).splitlines()
    after = table.as_json(seat)["sees"]
    names = [line[2:].partition(":")[0] for line in news[news.index("What has changed:") + 1 : news.index("You may:")]]
    assert names == [name for name in after if after[name] != before.get(name)] and "bid" in names
    assert "- 1 bid 3" in news and news[news.index("You may:") :] == ["You may:"]


def test_a_wrong_reply_is_answered_in_the_conversation():
    said = iter(["bid 9", "bid 3"])
    with server(lambda body: reply(next(said))) as (url, asked):
        one = model_player.ModelPlayer("m", endpoint.Endpoint(url, "m", 60.0), "Rules.", False)
        table = TextEpisode(Terms.of("auction-pitch"))
        table.begin(1)
        one.sit()(table, table.episode.mover, np.random.default_rng(0))
    last = asked[1][1]["messages"]
    assert [message["role"] for message in last] == ["system", "user", "assistant", "user"]
    assert last[2]["content"] == "bid 9" and last[3]["content"].startswith("You replied: bid 9\nThat will not do: ")


@pytest.mark.parametrize(
    "text",
    [
        "<think>bid 4? No: pass.</think>bid 3",
        "<think>bid 4",
        "I choose <action> Bid 3 </action> because of the hand.",
        r"So the answer is $\boxed{\text{bid 3}}$ and nothing else",
        "[bid 4] or rather\n[bid 3]\nbecause of the ace",
        '```json\n{"reason": "an ace", "action": "bid 3"}\n```',
    ],
)
def test_an_action_is_found_where_models_put_it(text):
    table = TextEpisode(Terms.of("auction-pitch"))
    table.begin(1)
    seat = table.episode.mover
    view = table.episode.view(seat)
    if text == "<think>bid 4":
        with pytest.raises(ValueError, match="empty"):
            replies.understood(table.terms, view, seat, text)
    else:
        action = replies.understood(table.terms, view, seat, text)
        assert table.terms.game.format_action(view, seat, action) == "bid 3"


# Whole runs


def rounds(at_once: int) -> Any:
    return measuring.Rounds(Terms.of("auction-draw", seats=2, hand=3), 2, "house", 5, at_once)


def test_tables_at_once_play_what_they_play_one_by_one():
    found = []
    with server(lambda body: reply(listed(body))) as (url, _):
        for at_once in (1, 4):
            one = model_player.ModelPlayer("last", endpoint.Endpoint(url, "last", 60.0), "", True)
            found.append(measuring.measure(rounds(at_once), "last", one.sit).scores)
    assert np.array_equal(*found) and found[0].any()


def test_models_play_against_each_other(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("A_KEY", "very-secret")
    out = tmp_path / "talk.jsonl"
    with server(lambda body: reply(listed(body))) as (url, asked):
        given = ["draw", "--seats=2", "--option=hand=3", "--deals=3", "--no-rules", "--at-once=3", f"--out={out}"]
        given += [f"--endpoint={url}", "--key=A_KEY", "--model=first", "--model=last", "--among=last"]
        assert ask_a_model.main(given) == 0
    told = capsys.readouterr().out
    assert "ahead of" in told and "among last" in told and "beyond" not in told
    assert {body["model"] for _, body in asked} == {"first", "last"}
    transcript = out.read_text()
    assert "very-secret" not in transcript and "very-secret" not in told
    lines = [json.loads(line) for line in transcript.splitlines()]
    assert sorted((line["deal"], line["seat"]) for line in lines if "score" in line) == [
        (deal, seat) for deal in range(3) for seat in range(2)
    ]
