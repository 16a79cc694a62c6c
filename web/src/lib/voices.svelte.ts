// Speech of the seats outside the auction, and the names that the reader hides.
import { speechTime, type Speech } from "./speech";

export class Voices {
  /** What each seat says at the moment: a reaction or a line of chat. */
  speech = $state.raw<Record<number, Speech>>({});
  /** Names of people whose chat and reactions the reader hides. */
  hidden = $state.raw<string[]>([]);
  #fading: Record<number, ReturnType<typeof setTimeout>> = {};

  /** Shows what a person says at their seat for a while, unless the reader hides them; returns whether it is shown. */
  say(seat: number, name: string, speech: Speech): boolean {
    if (this.hidden.includes(name)) return false;
    this.speech = { ...this.speech, [seat]: speech };
    clearTimeout(this.#fading[seat]);
    this.#fading[seat] = setTimeout(() => this.silence(seat), speechTime(speech));
    return true;
  }

  /** Ends what a seat says. */
  silence(seat: number): void {
    clearTimeout(this.#fading[seat]);
    this.speech = Object.fromEntries(Object.entries(this.speech).filter(([other]) => Number(other) !== seat));
  }

  /** Ends what all seats say. */
  clear(): void {
    Object.values(this.#fading).forEach(clearTimeout);
    this.speech = {};
  }

  /** Hides or shows the chat and the reactions of a person. */
  hide(name: string, on: boolean): void {
    this.hidden = on ? [...this.hidden, name] : this.hidden.filter((other) => other !== name);
  }
}
