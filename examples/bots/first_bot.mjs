// A bot for Saleroom's Bot API in JavaScript, without packages: it plays at random (docs/reference/bot-api.md).
//
// node first_bot.mjs http://127.0.0.1:8642 TOKEN [GAME]

const [url, token, game] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const playing = new Set();
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Return the answer to a POST if there is a body, else a stream; retry after a lost connection or a limit. */
async function ask(path, body) {
  for (;;) {
    const asked = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}/api/bot/${path}`, asked).catch(() => null);
    if (answer?.ok) return answer;
    if (answer && ![429, 503].includes(answer.status)) {
      console.error(path, answer.status, await answer.text());
      return null;
    }
    await sleep(Number(answer?.headers.get("retry-after") ?? 1));
  }
}

/** Yield the messages of a stream, without its empty keep-alive lines; reopen a broken stream. */
async function* messages(path) {
  for (;;) {
    try {
      let rest = "";
      const answer = await ask(path);
      for await (const text of answer?.body.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line.trim()) yield JSON.parse(line);
      }
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
    }
    await sleep(1);
  }
}

/** Play one match: a random legal action whenever it is our turn. */
async function play(table) {
  for await (const message of messages(`tables/${table}/stream`)) {
    const state = message.state ?? message; // the first message contains the state, the others are states
    if (state.status === "over") return console.log(table, "is over");
    if (state.seq == null) continue; // not our turn
    const action = state.legal[Math.floor(Math.random() * state.legal.length)];
    await ask(`tables/${table}/move`, { seq: state.seq, action }); // a repeated move is harmless
  }
}

if (game) await ask("tables", { game, chairs: [{ kind: "me" }, ...Array(3).fill({ kind: "bot" })] });
for await (const event of messages("stream/event")) {
  if (event.type === "challenge") await ask(`challenges/${event.challenge.id}/accept`, {});
  if (event.type === "gameStart" && !playing.has(event.table)) {
    playing.add(event.table); // it is sent again after each connection
    play(event.table);
  }
}
