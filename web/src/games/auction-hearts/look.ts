// Hearts, on plum.
import type { GameLook } from "../../art/gameLook";

export const look: GameLook = {
  dark: { felt: "#542a3c", "felt-deep": "#40202f", "felt-edge": "#27131c" },
  light: { felt: "#814158", "felt-deep": "#743a4e", "felt-edge": "#57293a" },
  back: {
    sheet: "#24365e",
    line: "#e3a7b4",
    figure: (x, y) => `M${x} ${y + 7}l-8-8a4.4 4.4 0 0 1 8-4 4.4 4.4 0 0 1 8 4z`,
    emblem:
      "M125 170C107 158 101 150 101 143A12 12 0 0 1 125 138 12 12 0 0 1 149 143C149 150 143 158 125 170Z",
  },
};
