// Connection to one table: it reconnects automatically, and repeats unanswered commands with the same id.
import type { ClientMessage, Hello, Ping, ServerMessage, Because, Done, Hinted, Refused } from "../wire";
import { heartbeat, patiently } from "./heartbeat";

type Distribute<M> = M extends { id: string } ? Omit<M, "id"> : never;
/** A command without its id. */
export type Order = Distribute<Exclude<ClientMessage, Hello | Ping>>;
export type Answer = Done | Refused | Hinted | Because;

/** Reason of a missing connection; the texts are `table.link.*`. */
export type Trouble = "connecting" | "lost" | "restart" | "slow" | "busy" | Final;
/** Reason not to reconnect: there is no such table, or it is closed to people who have not played the same cards. */
export type Final = "gone" | "closed";

export interface Listener {
  /** Called with every message that is no answer to a command. */
  hear(message: ServerMessage): void;
  /** Null once the table has sent its snapshot. */
  link(trouble: Trouble | null): void;
}

export interface Line {
  /** Sends a command; the promise resolves to its answer, even after reconnections. */
  order(order: Order): Promise<Answer>;
  /** Reconnects, which yields a snapshot. */
  again(): void;
  close(): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** Milliseconds until the answer to a command is overdue; checked with every message. */
const PATIENCE = 10_000;

/** Time limit in milliseconds for each of the token, the handshake and the snapshot. */
export const JOINING = 4_000;
/** The same limit after several attempts: a slow network needs longer than is sensible for a dead one. */
const JOINING_SLOWLY = 8_000;
const QUICK_TRIES = 4;

/**
 * The server sends a message at least every 10 seconds. After a longer silence the page was suspended: it reconnects.
 */
const FROZEN = 20_000;

/** A new id of 100 random bits; `crypto.randomUUID` does not exist on pages over plain http. */
export function commandId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => (byte & 31).toString(32)).join("");
}

/**
 * Delay before the next attempt: doubled each time, up to a bound, and random, so that clients do not reconnect
 * together.
 */
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
  /** Why the connection ended; failed attempts afterwards do not change it. */
  #cause: Trouble = "connecting";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Cancels the time limit of an attempt. */
  #cancelLimit = (): void => undefined;
  /** Number of the attempt: events of earlier ones are ignored. */
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

  /** Sets a time limit for the attempt's next step. */
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

  /** Handles a failed attempt or connection: tries again, with growing delays. */
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

  /** Handles a connection that has not answered: messages sent now would not arrive. */
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
      socket.onopen = null; // the other handlers check whether the socket is the current one
      socket.close();
    }
  }

  /** Ends the wait for the next attempt. */
  #hurry(): void {
    if (!this.#closed && !this.#socket) this.#retry(0);
  }

  /** The network is back, or the page is shown again: checks the connection at once. */
  readonly #wake = (): void => {
    if (!this.#joined) this.#hurry();
    else if (this.#heartbeat.silence() > FROZEN) this.again();
    else this.#heartbeat.ask();
  };

  /** The browser reports that there is no network; a socket itself would notice much later. */
  readonly #cut = (): void => {
    this.#drop();
    this.#listener.link("lost");
    this.#retry(backoff(this.#tries));
  };

  readonly #seen = (): void => {
    if (document.visibilityState !== "hidden") this.#wake();
    else if (this.#joined) this.#heartbeat.wait();
  };

  /** The connection works, but a command stays unanswered: repeats it on a new one. */
  #lookForDeath(): void {
    const late = ({ sentAt }: Pending) => Date.now() - sentAt > PATIENCE;
    if (this.#joined && [...this.#pending.values()].some(late)) this.#silent();
  }
}

/** Connects to a table; `token` is called before each attempt. */
export function connectTable(url: string, token: () => Promise<string | null>, listener: Listener): Line {
  return new TableLine(url, token, listener);
}
