// Measured effects in the fields of a game's options.
export { default as OptionEffect } from "./OptionEffect.svelte";
export { default as Presets } from "./Presets.svelte";
