// Appearance of a player, derived only from the name: the same name has the same face everywhere.

export interface Look {
  ground: string;
  skin: string;
  hair: string;
  /** Index of the haircut in `HAIR`. */
  cut: number;
  extra: "none" | "glasses" | "beard" | "earrings" | "tie" | "freckles";
  coat: string;
}

const GROUNDS = ["#e7b04c", "#5b9f8b", "#d9795d", "#7d8fd1", "#a8b85a", "#c98bb0", "#6fb3c9", "#b9a27c"];
const SKINS = ["#f4d3b0", "#8d5a3b", "#e3b48b", "#c68c5e", "#f0c4a8", "#6f4630"];
const HAIRS = ["#3a2416", "#191516", "#8a4b22", "#c9c3b8", "#d2a14a", "#6d2f25", "#2c2d44", "#5b4636"];
const EXTRAS = ["glasses", "none", "beard", "earrings", "tie", "freckles"] as const;
const COATS = ["#2f4a63", "#6d2732", "#31503b", "#4a3b62"];

/** Haircuts on a field of 48 by 48: the part behind the head, and the part in front of it. */
export const HAIR: readonly (readonly [behind: string, before: string])[] = [
  [
    "M11 24C9 8 39 8 37 24L38 37H32V22H16V37H10Z",
    "M14 21C14 11 34 11 34 21 28 20 22 18 20 14 19 18 17 20 14 21Z",
  ],
  ["", "M13.5 21C11 8 37 8 34.5 21 33 17 31 15.5 24 15.500S15 17 13.5 21Z"],
  ["M24 3.500A6 6 0 0 1 24 15.5 6 6 0 0 1 24 3.500Z", "M13.5 22C12 10 36 10 34.5 22 31 16 17 16 13.5 22Z"],
  ["", "M13 22C10 14 17 7 24 9 31 6 38 13 35 22 34 16 31 17 28 14 24 18 15 15 13 22Z"],
  [
    "M9 20C6 6 42 6 39 20 43 28 38 32 35 31V20H13V31C10 32 5 28 9 20Z",
    "M14 20C17 11 31 11 34 20 28 15 20 15 14 20Z",
  ],
  [
    "",
    "M13.5 20C13 13 17 11 18 11 18 8 30 8 30 11 31 11 35 13 34.5 20 33 17 33 16 32 15H16C15 16 15 17 13.5 20Z",
  ],
  [
    "M12 22C8 6 40 6 36 22L40 30C38 33 34 32 34 28V20H14V28C14 32 10 33 8 30Z",
    "M13.5 22C14 12 22 12 27 12 32 12 34 16 34.5 22 32 17 26 18 22 15 20 18 16 18 13.5 22Z",
  ],
  ["", "M8 16H40V19H8ZM14 16C14 5 34 5 34 16Z"],
];

/** Bots: the haircut, and their attributes. */
const KNOWN: Record<string, Partial<Look>> = {
  Ada: { cut: 0, hair: "#3a2416", skin: "#e3b48b", ground: "#e7b04c", extra: "none" },
  Ben: { cut: 1, hair: "#8a4b22", skin: "#f4d3b0", ground: "#5b9f8b", extra: "beard" },
  Cleo: { cut: 6, hair: "#191516", skin: "#c68c5e", ground: "#d9795d", extra: "earrings" },
  Dan: { cut: 3, hair: "#191516", skin: "#8d5a3b", ground: "#a8b85a", extra: "glasses" },
  Eve: { cut: 2, hair: "#d2a14a", skin: "#f0c4a8", ground: "#7d8fd1", extra: "freckles" },
  Finn: { cut: 5, hair: "#a8431f", skin: "#f4d3b0", ground: "#6fb3c9", extra: "freckles" },
  Gwen: { cut: 4, hair: "#c9c3b8", skin: "#6f4630", ground: "#c98bb0", extra: "glasses" },
  Hugo: { cut: 7, hair: "#2c2d44", skin: "#e3b48b", ground: "#b9a27c", extra: "tie" },
};

function pick<T>(from: readonly T[], number: number): T {
  return from[Math.floor(number) % from.length]!;
}

export function lookOf(name: string): Look {
  let mix = 7;
  for (const letter of name) mix = (mix * 31 + letter.codePointAt(0)!) % 65521;
  return {
    ground: pick(GROUNDS, mix),
    cut: Math.floor(mix) % HAIR.length,
    hair: pick(HAIRS, mix / 8),
    skin: pick(SKINS, mix / 64),
    extra: pick(EXTRAS, mix / 8),
    coat: pick(COATS, mix / 512),
    ...KNOWN[name],
  };
}
