// What the fields of a game's options show of their measured effects.
export { default as OptionEffect } from "./OptionEffect.svelte";
export { default as Presets } from "./Presets.svelte";
