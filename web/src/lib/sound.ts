// A few quiet sounds, synthesised note by note; no files are loaded. Off by default.
import { get } from "svelte/store";
import { prefs } from "./prefs";

export type Sound = "card" | "turn" | "gavel" | "chips" | "over";
/** Pitch in hertz, start and length in seconds, loudness. */
type Note = readonly [pitch: number, start: number, length: number, loud: number, wave?: OscillatorType];

const SOUNDS: Record<Sound, readonly Note[]> = {
  card: [[190, 0, 0.05, 0.25, "triangle"]],
  turn: [
    [660, 0, 0.16, 0.12],
    [880, 0.11, 0.26, 0.12],
  ],
  gavel: [
    [140, 0, 0.09, 0.5, "triangle"],
    [92, 0.01, 0.12, 0.4],
  ],
  chips: [
    [2100, 0, 0.04, 0.06, "triangle"],
    [2600, 0.06, 0.04, 0.05, "triangle"],
  ],
  over: [
    [523, 0, 0.2, 0.12],
    [659, 0.14, 0.2, 0.12],
    [784, 0.28, 0.45, 0.12],
  ],
};
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  // Browsers let a page sound only once the reader has done something there.
  if (!get(prefs).sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const note of SOUNDS[sound]) strike(context, note);
  } catch {
    // A browser without audio stays silent.
  }
}

function strike(audio: AudioContext, [pitch, start, length, loud, wave = "sine"]: Note): void {
  const at = audio.currentTime + start;
  const tone = new OscillatorNode(audio, { type: wave, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}
