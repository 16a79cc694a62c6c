// A crown among the arcs of thrown cards, on blue.
import type { GameLook } from "../../art/gameLook";

export const look: GameLook = {
  dark: { felt: "#21405f", "felt-deep": "#193149", "felt-edge": "#0f1f30" },
  light: { felt: "#2d5980", "felt-deep": "#244a6d", "felt-edge": "#1f3f5e" },
  back: {
    sheet: "#7a3f1c",
    line: "#f0cf92",
    figure: (x, y) => `M${x - 9} ${y + 4}a9 9 0 0 1 18 0h-4a5 5 0 0 0-10 0z`,
    emblem: "M100 170 96 142 112 154 125 132 138 154 154 142 150 170ZM112 160h26v4h-26z",
  },
};
