import { expect, it } from "vitest";
import { balloonOf, edgeOf } from "./places";

it("points every balloon inwards", () => {
  const places = [1, 2, 3, 4, 5, 6, 7].map((seat) => balloonOf(edgeOf(seat, 0, 8)));
  expect(places).toEqual([
    { side: "right", level: "above" },
    { side: "right", level: "below" },
    { side: "right", level: "below" },
    { side: "right", level: "middle" },
    { side: "left", level: "below" },
    { side: "left", level: "below" },
    { side: "left", level: "above" },
  ]);
});
