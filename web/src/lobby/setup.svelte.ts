// A new table: the choices so far, and the request to the server.
import type {
  ChairRequest,
  Choice,
  GameInfo,
  HotSeatChair,
  HotSeatRequest,
  Rules,
  TableInfo,
  TableRequest,
} from "../wire";
import { USUAL_PLAYER } from "../lib/names";
import { chairsWith, houseChair, type SetupChair } from "./chairs";

type Value = number | string;

/** Default of an option, at a number of seats. */
export function usual(option: Choice, seats: number): Value {
  return option.defaults[String(seats)] ?? option.low ?? option.values[0] ?? 0;
}

/** A game's seats and options. Only unusual values are sent. */
export class Variant {
  seats = $state(0);
  chosen = $state<Record<string, Value>>({});

  constructor(
    readonly game: GameInfo,
    given: Record<string, Value> = {},
    seats = game.usual_seats,
  ) {
    this.seats = game.seats.includes(seats) ? seats : game.usual_seats;
    for (const option of game.options) {
      const value = given[option.name];
      if (value !== undefined) this.choose(option, value);
    }
  }

  value(option: Choice): Value {
    return this.chosen[option.name] ?? usual(option, this.seats);
  }

  choose(option: Choice, value: Value): void {
    if (value === usual(option, this.seats)) delete this.chosen[option.name];
    else this.chosen[option.name] = value;
  }

  get changed(): boolean {
    return Object.keys(this.chosen).length > 0;
  }

  reset(): void {
    this.chosen = {};
  }

  /** Sets these options, with all others as usual. */
  take(options: Record<string, Value>): void {
    this.reset();
    for (const option of this.game.options)
      this.choose(option, options[option.name] ?? usual(option, this.seats));
  }

  /** Whether exactly these options are chosen. */
  is(options: Record<string, Value>): boolean {
    return this.game.options.every(
      (option) => this.value(option) === (options[option.name] ?? usual(option, this.seats)),
    );
  }

  /** Request for the rules. */
  get asked(): { seats: number; options: Record<string, Value> } {
    return { seats: this.seats, options: { ...this.chosen } };
  }
}

/** A complete table: the variant, the chairs, and the settings. */
export class Setup {
  readonly variant: Variant;
  chairs = $state<SetupChair[]>([]);
  hints = $state(true);
  pace = $state<"quick" | "easy" | "slow">("easy");
  clock = $state<TableInfo["clock"]>(null);
  listed = $state(false);
  /** Between people only: the bots' chairs are open instead. */
  rated = $state(false);
  word = $state("");

  constructor(game: GameInfo, given: Partial<Rules> = {}) {
    this.variant = new Variant(game, given.options, given.seats);
    this.chairs = chairsWith(this.variant.seats, houseChair());
  }

  /** Changes the number of seats, and keeps the chairs that still exist. */
  seat(seats: number): void {
    this.variant.seats = seats;
    const more = chairsWith(seats, houseChair());
    this.chairs = more.map((chair, seat) => this.chairs[seat] ?? chair);
    if (!this.chairs.some((chair) => chair.kind === "me")) this.chairs[0] = { kind: "me" };
  }

  /** Puts a player on a chair; if the reader moves, the two chairs are swapped. */
  put(seat: number, chair: SetupChair): void {
    const mine = this.chairs.findIndex((one) => one.kind === "me");
    if (chair.kind === "me" && mine !== seat && mine >= 0) this.chairs[mine] = this.chairs[seat]!;
    this.chairs[seat] = chair;
  }

  get hasOpen(): boolean {
    return this.chairs.some((chair) => chair.kind === "open");
  }

  /** Whether people pass this device round. */
  get onDevice(): boolean {
    return this.chairs.some((chair) => chair.kind === "here");
  }

  /** Request for a table on this device; bots take the open chairs. `person` names a person without a name. */
  askedHere(name: string, person: (seat: number) => string): HotSeatRequest {
    const chairs = this.chairs.map((chair, seat): HotSeatChair => {
      if (chair.kind === "me") return { name };
      if (chair.kind === "here") return { name: chair.name.trim() || person(seat) };
      return { player: (chair.kind === "bot" ? chair : houseChair()).player ?? null };
    });
    return {
      ...this.variant.asked,
      game: this.variant.game.name,
      name,
      chairs: chairs as HotSeatRequest["chairs"],
      hints: this.hints,
      pace: this.pace,
    };
  }

  /** To play now, bots take the open chairs until people come; to invite, no cards are dealt yet. */
  asked(name: string, now: boolean): TableRequest {
    const { pace, clock, listed, rated } = this;
    const chairs = this.chairs.map((chair) => this.kept(chair));
    return {
      ...this.variant.asked,
      game: this.variant.game.name,
      name,
      word: this.word.trim() || null,
      chairs: chairs as TableRequest["chairs"],
      hints: this.hints && !rated,
      pace,
      clock,
      listed,
      rated,
      start: now && !rated,
      fill: now && !rated ? USUAL_PLAYER : null,
    };
  }

  private kept(chair: SetupChair): ChairRequest {
    if (chair.kind === "here" || (this.rated && chair.kind === "bot")) return { kind: "open" };
    return { ...chair };
  }
}
