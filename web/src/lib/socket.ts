// Connection to one table: it reconnects automatically, and repeats unanswered commands with the same id.
import type { ClientMessage, Hello, Ping, ServerMessage, Because, Done, Hinted, Refused } from "../wire";
import { heartbeat, timeout } from "./heartbeat";

type Distribute<M> = M extends { id: string } ? Omit<M, "id"> : never;
/** A command without its id. */
export type Command = Distribute<Exclude<ClientMessage, Hello | Ping>>;
export type Answer = Done | Refused | Hinted | Because;

/** Reason of a missing connection; the texts are `table.link.*`. */
export type DisconnectReason = "connecting" | "lost" | "restart" | "slow" | "busy" | FinalReason;
/**
 * Reason not to reconnect: there is no such table, it is closed to people who have not played the same cards, or the
 * device was passed to another person.
 */
export type FinalReason = "gone" | "closed" | "handed";

export interface Listener {
  /** Called with every message that is no answer to a command. */
  onMessage(message: ServerMessage): void;
  /** Null once the table has sent its snapshot. */
  onStatus(reason: DisconnectReason | null): void;
}

export interface Connection {
  /** Sends a command; the promise resolves to its answer, even after reconnections. */
  send(command: Command): Promise<Answer>;
  /** Reconnects, which yields a snapshot. */
  reconnect(): void;
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
 * Close code of a server process that does not own the table; the next connection leads to the owner. If the owner runs
 * on another machine, the reason names the machine, and the proxy must find the name in the next address.
 */
const ELSEWHERE = 4410;
const MACHINE = /^machine ([a-z0-9-]+)$/;

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

function reasonOf({ code, reason }: CloseEvent): DisconnectReason {
  if (code === 4404) return "gone";
  if (code === 4403) return "closed";
  if (code === 4409) return "handed";
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

class TableConnection implements Connection {
  readonly #url: string;
  readonly #token: () => Promise<string | null>;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  readonly #pending = new Map<string, Pending>();
  /** Machine that the next WebSocket asks for, empty for any; an attempt that fails clears it. */
  #machine = "";
  #tries = 0;
  #version = 0;
  #joined = false;
  #closed = false;
  /** Why the connection ended; failed attempts afterwards do not change it. */
  #reason: DisconnectReason = "connecting";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Cancels the time limit of an attempt. */
  #cancelLimit = (): void => undefined;
  /** Number of the attempt: events of earlier ones are ignored. */
  #attempt = 0;
  readonly #heartbeat = heartbeat(
    () => this.#ping(),
    () => this.#onSilence(),
  );

  constructor(url: string, token: () => Promise<string | null>, listener: Listener) {
    this.#url = url;
    this.#token = token;
    this.#listener = listener;
    addEventListener("online", this.#onWake);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisibility);
    listener.onStatus("connecting");
    void this.#connect();
  }

  send(command: Command): Promise<Answer> {
    const id = commandId();
    return new Promise((resolve) => {
      const pending = { message: { ...command, id } as ClientMessage, sentAt: Date.now(), resolve };
      this.#pending.set(id, pending);
      if (this.#joined) this.#write(pending);
      else this.#retryNow();
    });
  }

  reconnect(machine = ""): void {
    this.#drop();
    this.#machine = machine;
    this.#retry(0);
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#onWake);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    clearTimeout(this.#timer);
    this.#drop();
  }

  async #connect(): Promise<void> {
    if (this.#closed || this.#socket) return;
    const attempt = ++this.#attempt;
    this.#limitStep();
    const token = await this.#token().catch(() => null);
    if (attempt !== this.#attempt) return;
    this.#limitStep();
    const machine = this.#machine;
    this.#machine = "";
    const socket = new WebSocket(machine ? `${this.#url}?machine=${machine}` : this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#limitStep();
      socket.send(JSON.stringify({ type: "hello", token } satisfies Hello));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#receive(JSON.parse(String(event.data)));
    socket.onclose = (event) => socket === this.#socket && this.#onClose(event);
  }

  /** Sets a time limit for the attempt's next step. */
  #limitStep(): void {
    this.#cancelLimit();
    const limit = this.#tries < QUICK_TRIES ? JOINING : JOINING_SLOWLY;
    this.#cancelLimit = timeout(limit, () => this.#failed(this.#version > 0 ? this.#reason : "lost"));
  }

  #receive(message: ServerMessage): void {
    this.#heartbeat.onMessage();
    this.#dispatch(message);
    this.#checkOverdue();
  }

  #dispatch(message: ServerMessage): void {
    if (message.type === "snapshot") {
      this.#cancelLimit();
      this.#version = message.version;
      this.#joined = true;
      this.#tries = 0;
      this.#reason = "lost";
      this.#heartbeat.start();
      this.#listener.onMessage(message);
      this.#listener.onStatus(null);
      for (const pending of this.#pending.values()) this.#write(pending);
    } else if (message.type === "update") {
      if (message.version <= this.#version) return;
      if (message.version !== this.#version + 1) return this.reconnect();
      this.#version = message.version;
      this.#listener.onMessage(message);
    } else if (message.type === "presence" || message.type === "reacted") this.#listener.onMessage(message);
    else if (message.type !== "pong") this.#settle(message);
  }

  #settle(answer: Answer): void {
    const pending = answer.id === null ? undefined : this.#pending.get(answer.id);
    if (!pending) return this.#listener.onMessage(answer);
    this.#pending.delete(answer.id as string);
    pending.resolve(answer);
  }

  #write(pending: Pending): void {
    pending.sentAt = Date.now();
    this.#socket?.send(JSON.stringify(pending.message));
  }

  #onClose(event: CloseEvent): void {
    if (event.code === ELSEWHERE && this.#joined) return this.reconnect(MACHINE.exec(event.reason)?.[1]);
    const reason = reasonOf(event);
    if (reason === "gone" || reason === "closed" || reason === "handed") return this.#giveUp(reason);
    this.#failed(reason === "lost" && this.#reason !== "connecting" ? this.#reason : reason);
  }

  /** Handles a failed attempt or connection: tries again, with growing delays. */
  #failed(reason: DisconnectReason): void {
    this.#drop();
    this.#machine = "";
    this.#reason = reason;
    this.#listener.onStatus(reason);
    this.#retry(backoff(reason === "busy" ? this.#tries + 3 : this.#tries));
    this.#tries += 1;
  }

  #ping(): void {
    this.#socket?.send(JSON.stringify({ type: "ping" } satisfies Ping));
  }

  /** Handles a connection that has not answered: messages sent now would not arrive. */
  #onSilence(): void {
    this.#reason = "connecting";
    this.#listener.onStatus(this.#reason);
    this.reconnect();
  }

  #giveUp(why: FinalReason): void {
    this.#listener.onStatus(why);
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
  #retryNow(): void {
    if (!this.#closed && !this.#socket) this.#retry(0);
  }

  /** The network is back, or the page is shown again: checks the connection at once. */
  readonly #onWake = (): void => {
    if (!this.#joined) this.#retryNow();
    else if (this.#heartbeat.silence() > FROZEN) this.reconnect();
    else this.#heartbeat.ping();
  };

  /** The browser reports that there is no network; a socket itself would notice much later. */
  readonly #onOffline = (): void => {
    this.#drop();
    this.#listener.onStatus("lost");
    this.#retry(backoff(this.#tries));
  };

  readonly #onVisibility = (): void => {
    if (document.visibilityState !== "hidden") this.#onWake();
    else if (this.#joined) this.#heartbeat.restart();
  };

  /** The connection works, but a command stays unanswered: repeats it on a new one. */
  #checkOverdue(): void {
    const late = ({ sentAt }: Pending) => Date.now() - sentAt > PATIENCE;
    if (this.#joined && [...this.#pending.values()].some(late)) this.#onSilence();
  }
}

/** Connects to a table; `token` is called before each attempt. */
export function connectTable(
  url: string,
  token: () => Promise<string | null>,
  listener: Listener,
): Connection {
  return new TableConnection(url, token, listener);
}
