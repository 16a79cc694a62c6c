// A chip among chips, on petrol.
import type { GameLook } from "../../art/gameLook";

export const look: GameLook = {
  dark: { felt: "#184850", "felt-deep": "#12373d", "felt-edge": "#0a2226" },
  light: { felt: "#1e5e63", "felt-deep": "#174f55", "felt-edge": "#144348" },
  back: {
    sheet: "#3b2a63",
    line: "#e6c46e",
    figure: (x, y) =>
      `M${x - 8} ${y}a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM${x - 4} ${y}a4 4 0 1 0 8 0 4 4 0 1 0-8 0z`,
    emblem: "M89 175A36 36 0 0 1 161 175H149A24 24 0 0 0 101 175ZM108 175A17 17 0 0 1 142 175Z",
  },
};
