// The look of a game: the tint of its felt and the back of its cards, from the file `look.ts` in its folder.
import { getContext, setContext } from "svelte";
import type { GameLook } from "./gameLook";

const looks = import.meta.glob<GameLook>("../games/*/look.ts", { eager: true, import: "look" });

/** The look of a game without one: a gavel among lozenges. */
const PLAIN: GameLook["back"] = {
  sheet: "#6d2732",
  line: "#d9b25f",
  figure: (x, y) => `M${x} ${y - 8}l6 8-6 8-6-8z`,
  emblem:
    "M97 142 125 133 133 156 105 165ZM92 144 98 142 106 165 100 167ZM125 133 131 131 139 154 133 156ZM122 159 129 180 123 182 116 161Z",
};

export function lookOf(game: string): GameLook | undefined {
  return looks[`../games/${game}/look.ts`];
}

/** Colours of a game's look, as style properties of an element and what is in it. */
export function tinted(game: string): (element: HTMLElement | SVGElement) => void {
  return (element) => {
    const look = lookOf(game);
    if (!look) return;
    element.dataset.tint = "";
    const { dark, light, back } = look;
    const set = (name: string, value: string): void => element.style.setProperty(`--${name}`, value);
    for (const [name, colour] of Object.entries(dark)) set(`${name}-dark`, colour);
    for (const [name, colour] of Object.entries(light)) set(`${name}-light`, colour);
    set("card-back", back.sheet);
    set("card-back-line", back.line);
  };
}

const KEY = Symbol("game");

/** Names the game for the card backs in this component. */
export function setGame(game: () => string): void {
  setContext(KEY, game);
}

/** Paths of the back of the game's cards; elsewhere, of the plain one. */
export function backOf(game: string | undefined): { pattern: string; emblem: string } {
  const { figure, emblem } = (game && lookOf(game)?.back) || PLAIN;
  return { pattern: lattice(figure), emblem };
}

export function currentBack(): { pattern: string; emblem: string } {
  return backOf(getContext<(() => string) | undefined>(KEY)?.());
}

/** The figure in staggered rows, with room for the emblem in the middle. */
function lattice(figure: (x: number, y: number) => string): string {
  const figures: string[] = [];
  for (let row = 0; row < 19; row++) {
    const odd = row % 2;
    for (let column = 0; column < 7 - odd; column++) {
      const [x, y] = [35 + column * 30 + odd * 15, 40 + row * 15];
      if (Math.hypot(x - 125, y - 175) > 62) figures.push(figure(x, y));
    }
  }
  return figures.join("");
}
