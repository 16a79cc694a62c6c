// One table's connection: it comes back by itself, and a command that was on its way is sent again with the same id.
import type { ClientMessage, Hello, Ping, ServerMessage, Because, Done, Hinted, Refused } from "../wire";
import { heartbeat, patiently } from "./heartbeat";

type Distribute<M> = M extends { id: string } ? Omit<M, "id"> : never;
/** A command before it has an id. */
export type Order = Distribute<Exclude<ClientMessage, Hello | Ping>>;
export type Answer = Done | Refused | Hinted | Because;

/** Why there is no connection now; the words are `table.link.*`. */
export type Trouble = "connecting" | "lost" | "restart" | "slow" | "busy" | Final;
/** No use to try again: there is no such table, or it is closed to those who have not played the same cards. */
export type Final = "gone" | "closed";

export interface Listener {
  /** Every message that is no answer to a command. */
  hear(message: ServerMessage): void;
  /** None once the table has sent its snapshot. */
  link(trouble: Trouble | null): void;
}

export interface Line {
  /** Gives a command; the promise holds its answer, however often the line breaks meanwhile. */
  order(order: Order): Promise<Answer>;
  /** Connects anew, which brings a snapshot. */
  again(): void;
  close(): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** Milliseconds that the answer to a command may take; looked at whenever something is heard. */
const PATIENCE = 10_000;

/** Milliseconds that the token, the handshake and the snapshot may take, each. */
export const JOINING = 4_000;
/** The same after several tries: a slow line needs longer than a dead one may be waited for. */
const JOINING_SLOWLY = 8_000;
const QUICK_TRIES = 4;

/** The server says something every 10 seconds. A page that heard nothing for longer was frozen: it connects again. */
const FROZEN = 20_000;

/** A fresh id of 100 random bits; `crypto.randomUUID` is missing where the page came over plain http. */
export function commandId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => (byte & 31).toString(32)).join("");
}

/** How long to wait before the next try: twice as long each time, up to a bound, and never all clients at once. */
export function backoff(tries: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10)) * (0.5 + random / 2);
}

function troubleOf({ code, reason }: CloseEvent): Trouble {
  if (code === 4404) return "gone";
  if (code === 4403) return "closed";
  if (code === 1012) return "restart";
  if (code === 1013 && reason === "too slow") return "slow";
  if (code === 1013 || code === 1008) return "busy";
  return "lost";
}

interface Pending {
  message: ClientMessage;
  sentAt: number;
  resolve(answer: Answer): void;
}

class TableLine implements Line {
  readonly #url: string;
  readonly #token: () => Promise<string | null>;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  readonly #pending = new Map<string, Pending>();
  #tries = 0;
  #version = 0;
  #joined = false;
  #closed = false;
  /** What ended the line; tries that fail after it say nothing new. */
  #cause: Trouble = "connecting";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends a try that takes too long. */
  #cancelLimit = (): void => undefined;
  /** Which try this is: what belongs to an earlier one no longer counts. */
  #attempt = 0;
  readonly #heartbeat = heartbeat(
    () => this.#ping(),
    () => this.#silent(),
  );

  constructor(url: string, token: () => Promise<string | null>, listener: Listener) {
    this.#url = url;
    this.#token = token;
    this.#listener = listener;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#seen);
    listener.link("connecting");
    void this.#connect();
  }

  order(order: Order): Promise<Answer> {
    const id = commandId();
    return new Promise((resolve) => {
      const waiting = { message: { ...order, id } as ClientMessage, sentAt: Date.now(), resolve };
      this.#pending.set(id, waiting);
      if (this.#joined) this.#send(waiting);
      else this.#hurry();
    });
  }

  again(): void {
    this.#drop();
    this.#retry(0);
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#seen);
    clearTimeout(this.#timer);
    this.#drop();
  }

  async #connect(): Promise<void> {
    if (this.#closed || this.#socket) return;
    const attempt = ++this.#attempt;
    this.#allow();
    const token = await this.#token().catch(() => null);
    if (attempt !== this.#attempt) return;
    this.#allow();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#allow();
      socket.send(JSON.stringify({ type: "hello", token } satisfies Hello));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(String(event.data)));
    socket.onclose = (event) => socket === this.#socket && this.#ended(event);
  }

  /** Gives the try a limit for its next step. */
  #allow(): void {
    this.#cancelLimit();
    const limit = this.#tries < QUICK_TRIES ? JOINING : JOINING_SLOWLY;
    this.#cancelLimit = patiently(limit, () => this.#failed(this.#version > 0 ? this.#cause : "lost"));
  }

  #hear(message: ServerMessage): void {
    this.#heartbeat.heard();
    this.#take(message);
    this.#lookForDeath();
  }

  #take(message: ServerMessage): void {
    if (message.type === "snapshot") {
      this.#cancelLimit();
      this.#version = message.version;
      this.#joined = true;
      this.#tries = 0;
      this.#cause = "lost";
      this.#heartbeat.start();
      this.#listener.hear(message);
      this.#listener.link(null);
      for (const waiting of this.#pending.values()) this.#send(waiting);
    } else if (message.type === "update") {
      if (message.version <= this.#version) return;
      if (message.version !== this.#version + 1) return this.again();
      this.#version = message.version;
      this.#listener.hear(message);
    } else if (message.type === "presence" || message.type === "reacted") this.#listener.hear(message);
    else if (message.type !== "pong") this.#answered(message);
  }

  #answered(answer: Answer): void {
    const waiting = answer.id === null ? undefined : this.#pending.get(answer.id);
    if (!waiting) return this.#listener.hear(answer);
    this.#pending.delete(answer.id as string);
    waiting.resolve(answer);
  }

  #send(waiting: Pending): void {
    waiting.sentAt = Date.now();
    this.#socket?.send(JSON.stringify(waiting.message));
  }

  #ended(event: CloseEvent): void {
    const trouble = troubleOf(event);
    if (trouble === "gone" || trouble === "closed") return this.#giveUp(trouble);
    this.#failed(trouble === "lost" && this.#cause !== "connecting" ? this.#cause : trouble);
  }

  /** This try, or the connection, has come to nothing: tries again, later each time. */
  #failed(cause: Trouble): void {
    this.#drop();
    this.#cause = cause;
    this.#listener.link(cause);
    this.#retry(backoff(cause === "busy" ? this.#tries + 3 : this.#tries));
    this.#tries += 1;
  }

  #ping(): void {
    this.#socket?.send(JSON.stringify({ type: "ping" } satisfies Ping));
  }

  /** The connection has not answered: nothing that is sent now would arrive. */
  #silent(): void {
    this.#cause = "connecting";
    this.#listener.link(this.#cause);
    this.again();
  }

  #giveUp(why: Final): void {
    this.#listener.link(why);
    this.close();
  }

  #retry(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), wait);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#attempt += 1;
    this.#socket = null;
    this.#joined = false;
    this.#heartbeat.stop();
    this.#cancelLimit();
    if (socket) {
      socket.onopen = null; // the other handlers look whether it is still the line's own
      socket.close();
    }
  }

  /** Ends the wait for the next try. */
  #hurry(): void {
    if (!this.#closed && !this.#socket) this.#retry(0);
  }

  /** The network is back, or the page is shown again: makes sure at once that the connection works. */
  readonly #wake = (): void => {
    if (!this.#joined) this.#hurry();
    else if (this.#heartbeat.silence() > FROZEN) this.again();
    else this.#heartbeat.ask();
  };

  /** The browser says that there is no network; a socket itself would notice much later. */
  readonly #cut = (): void => {
    this.#drop();
    this.#listener.link("lost");
    this.#retry(backoff(this.#tries));
  };

  readonly #seen = (): void => {
    if (document.visibilityState !== "hidden") this.#wake();
    else if (this.#joined) this.#heartbeat.wait();
  };

  /** The connection works, but a command stays unanswered: gives it on another one. */
  #lookForDeath(): void {
    const late = ({ sentAt }: Pending) => Date.now() - sentAt > PATIENCE;
    if (this.#joined && [...this.#pending.values()].some(late)) this.#silent();
  }
}

/** Connects to a table; `token` says who asks, at each try anew. */
export function connectTable(url: string, token: () => Promise<string | null>, listener: Listener): Line {
  return new TableLine(url, token, listener);
}
