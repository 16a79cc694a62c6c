// A tile among pips, on brown.
import type { GameLook } from "../../art/gameLook";

export const look: GameLook = {
  dark: { felt: "#4e3d24", "felt-deep": "#3b2e1b", "felt-edge": "#231b0f" },
  light: { felt: "#68542f", "felt-deep": "#58462a", "felt-edge": "#4d3b20" },
  back: {
    sheet: "#1f4d4a",
    line: "#e9d9a8",
    figure: (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0 4 4 0 1 0-8 0z`,
    emblem:
      "M106 132h38v39h-38zM112 141a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM130 141a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM121 151a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM112 161a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM130 161a4 4 0 1 0 8 0 4 4 0 1 0-8 0z",
  },
};
