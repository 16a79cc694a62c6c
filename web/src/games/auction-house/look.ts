// A gavel among lozenges, on green.
import type { GameLook } from "../../art/gameLook";

export const look: GameLook = {
  dark: { felt: "#1f4a3a", "felt-deep": "#17382c", "felt-edge": "#0e241c" },
  light: { felt: "#2b604c", "felt-deep": "#27594a", "felt-edge": "#1d4437" },
  back: {
    sheet: "#6d2732",
    line: "#d9b25f",
    figure: (x, y) => `M${x} ${y - 8}l6 8-6 8-6-8z`,
    emblem:
      "M97 142 125 133 133 156 105 165ZM92 144 98 142 106 165 100 167ZM125 133 131 131 139 154 133 156ZM122 159 129 180 123 182 116 161Z",
  },
};
