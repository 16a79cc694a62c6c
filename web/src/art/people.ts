// People's portraits: the parts from which `Person.svelte` draws them, on a field of 64 by 64.
import type { Picture } from "../wire";

export const HEADS = {
  oval: "M20.5 27C20.5 10 43.5 10 43.5 27 43.5 38 38 45.5 32 45.5S20.5 38 20.5 27Z",
  round: "M19.5 28C19.5 11 44.5 11 44.5 28 44.5 39 39.5 44.5 32 44.5S19.5 39 19.5 28Z",
  long: "M21 26C21 9 43 9 43 26V33C43 41 38 47 32 47S21 41 21 33Z",
  square: "M20.5 26C20.5 10 43.5 10 43.5 26L43.2 36C42 42 37.5 46 32 46S22 42 20.8 36Z",
};

/** Hair behind the head, and in front of it. */
export const HAIR = {
  bald: ["", ""],
  fringe: [
    "M19.5 22C16 27 17 34 21 37V24ZM44.5 22C48 27 47 34 43 37V24Z",
    "M20.5 26C19.5 21 21 18.5 22.5 17.5 21.8 21 21.5 23 21.3 31 20.8 30 20.6 28 20.5 26ZM43.5 26C44.5 21 43 18.5 41.5 17.5 42.2 21 42.5 23 42.7 31 43.2 30 43.4 28 43.5 26Z",
  ],
  parted: [
    "",
    "M19.5 29C16.5 12 26 6 34 8 44 7 47.5 16 44.5 29 43.8 23 42 19.5 38.5 18 32 19 27 18 24.5 15.5 22.5 20 20.5 23 19.5 29Z",
  ],
  crop: ["", "M19.8 27C18 9 46 9 44.2 27 43.5 20 40 16.5 32 16.500S20.5 20 19.8 27Z"],
  quiff: [
    "",
    "M20 28C19.5 21 21 17 23 15.5 21 8 34 1.5 46.5 7.5 43 8.5 46 12 43 15 44.5 18 44.5 23 44 28 43 21 40 17.5 32 17.500S21 21 20 28Z",
  ],
  spiky: [
    "",
    "M19 29C16 18 16.5 14 21 14 18.5 8.5 25 8.5 27 10 28 3.5 35 5.5 36 8 40 4.5 45.5 9 43 13 48 14 47.5 22 45 29 44.5 22 42 19 38.5 20.5 36.5 16.5 33 19.5 31 17.5 28 21 24.5 18 22.5 22 20.5 24 19.6 26 19 29Z",
  ],
  afro: [
    "M32 3.500C37 .5 44 3 46 8 52 10 53 18 50.5 22 54 28 50 36 45 36.500L41 40H23L19 36.500C14 36 10 28 13.5 22 11 18 12 10 18 8 20 3 27 .5 32 3.500Z",
    "M20 29C17 13 47 13 44 29 43 21 38.5 18.5 32 18.500S21 21 20 29Z",
  ],
  curls: [
    "M18 30C11 27 14 19 17 18 14 10 22 5 26 8 29 2 38 3 39 8 46 5 51 12 47 18 51 20 53 28 46 30L44 36H20Z",
    "M20 28C18 22 20 16 25 17.5 26 13 32 13 33 17 36 13 41 15 40.5 19 44 19 45 24 44 28 43 26 42.5 23.5 41 22.5 37 23.5 35.5 20.5 34 20 31 22.5 28 21.5 27 20 24 23.5 21.5 22.5 20 28Z",
  ],
  straight: [
    "M17 28C14 4 50 4 47 28L49 53C44 56 40 52 40 46V22H24V46C24 52 20 56 15 53Z",
    "M19.8 31C18.5 15 26 11.5 32 11.500S45.5 15 44.2 31C43 22 37 19 32 14 27 19 21 22 19.8 31Z",
  ],
  bob: [
    "M17 27C14 5 50 5 47 27L48.5 41C44 44.5 41 42 40 38V22H24V38C23 42 20 44.5 15.5 41Z",
    "M19.5 28C17 7 47 7 44.5 28L43.5 24.500C38 23 26 23 20.5 24.500Z",
  ],
  wavy: [
    "M18 26C13 5 51 5 46 26 52 32 46 38 50.5 46 47 54 39 52 39 47H25C25 52 17 54 13.5 46 18 38 12 32 18 26Z",
    "M19.8 30C18 14 27 8 34 9 44 9 46 18 44.2 30 43 21.5 39.5 17 34.5 13.5 31 19 22.5 20 19.8 30Z",
  ],
  bun: [
    "M32 2.500A7 6.5 0 0 1 32 15.5 7 6.5 0 0 1 32 2.500Z",
    "M19.8 28C17.5 8.5 46.5 8.5 44.2 28 42.5 19 38 16 32 16S21.5 19 19.8 28Z",
  ],
  ponytail: [
    "M38 8C54 4 58 22 51 42 45 40 48 27 41 20Z",
    "M19.8 29C17 8.5 47 8.5 44.2 29 43.5 24 42 21 40 19 33 22.5 25 21.5 22 19.5 21 22 20.3 25 19.8 29Z",
  ],
  braids: [
    "M19 26 17 33C12 37 17 40 14 45S17 51 15 58H21.500C24 52 19.5 50 21.5 45S20.5 38 23 33ZM45 26 47 33C52 37 47 40 50 45S47 51 49 58H42.500C40 52 44.5 50 42.5 45S43.5 38 41 33Z",
    "M19.8 30C17.5 9 46.5 9 44.2 30 43 21 36 18.5 32 13.5 28 18.5 21 21 19.8 30Z",
  ],
  locs: [
    "M16.5 24C14 4.5 50 4.5 47.5 24L50.5 47Q48 50 46 47L45 42 44.5 51Q42 53.5 40 51V22H24V51Q22 53.5 19.5 51L19 42 18 47Q16 50 13.5 47Z",
    "M19.8 29C18 9 46 9 44.2 29L42 21 39.5 24 37 18 34 22 31 17 28 22 25 18.5 23 24Z",
  ],
  pixie: [
    "",
    "M19.5 32C16 11 27 7 33 7.5 45 7.5 48 17 44.5 32 44 26 43 22.5 41 20.5 36 22.5 26.5 23 22.5 21 21.5 25 20.3 27 19.5 32Z",
  ],
} as const;

/** Hats and scarves: what is behind the head, the thing itself, and its trimmings. */
export const HATS = {
  cap: ["", "M17.5 21C15.5 6.5 40 2.5 46.5 14.5 50.5 15.5 53 19 53.5 22.5 46 19 25 18.5 17.5 21Z", ""],
  beret: ["", "M19 20C9 16 14 5 30 4.5 46 3 54 13 45 19.5 38 15.5 25 16 19 20ZM31 5.5 32 1.5", ""],
  turban: [
    "",
    "M17 24C11.5 9 23 2 33 2.5 45 2.5 52.5 11 47 24 42.5 17 38 16 32 12.5 27 16 21 17 17 24Z",
    "M19 17.500C26 13.5 30 9 33 3M46 17.500C40 12.5 33 9.5 25.5 8.500M17.5 13C23 11 27 8 29 5",
  ],
  hijab: [
    "M32 4.500C47 4.5 50 19 48 33 48 44 55 47 57 64H7C9 47 16 44 16 33 14 19 17 4.5 32 4.500Z",
    "M20 33C16 10 48 10 44 33 45 19 39 15.5 32 15.500S19 19 20 33ZM20.5 33C22 44 28 46 32 46S42 44 43.5 33C49 44 50 52 49 64H15C14 52 15 44 20.5 33Z",
    "M24 44C30 49 40 49 46 45M22 50C30 56 42 55 48 52",
  ],
  wide: [
    "",
    "M6 21C13 14.5 19 17 20 14.5 20 2 44 2 44 14.5 45 17 51 14.5 58 21 50 25 14 25 6 21Z",
    "M20 15.500C26 18.5 38 18.5 44 15.5",
  ],
  beanie: [
    "",
    "M19 20C16 2 48 2 45 20ZM17.5 17.500Q32 13.5 46.5 17.500L46 24.500Q32 20.5 18 24.500Z",
    "M18 18Q32 14 46 18",
  ],
  kufi: [
    "",
    "M19.5 22 20.5 11C25 6 39 6 43.5 11L44.5 22C38 17.5 26 17.5 19.5 22Z",
    "M20 17C26 13 38 13 44 17M26 14 29 9.5 32 13.5 35 9.5 38 14",
  ],
  headscarf: [
    "M44 16C54 14 56 22 50 26L55 35C48 36 44 30 43 24Z",
    "M18.8 27C15.5 6 48.5 6 45.2 27 43.5 20 38 17.5 32 17.500S20.5 20 18.8 27Z",
    "M24 12h.1M31 9.500h.1M38 11.500h.1M42 17h.1M28 15h.1M35 14.500h.1M21.5 18h.1",
  ],
  band: ["", "M19.3 22.500C24 17 40 17 44.7 22.500L44 27C40 21 24 21 20 27Z", ""],
  bowler: [
    "",
    "M13 20.500C17 16.5 19.5 18 20.5 15 20 1 44 1 43.5 15 44.5 18 47 16.5 51 20.5 44 24 20 24 13 20.500Z",
    "M20.8 15.500C27 18.5 37 18.5 43.2 15.5",
  ],
} as const;

/** What they wear on the shoulders: its lighter part, and lines on it. */
export const COATS = {
  crew: ["", "M24.5 49C27 54.5 37 54.5 39.5 49"],
  shirt: ["M25 47.5 32 55 39 47.5 43 51 36.5 60 32 55 27.5 60 21 51Z", "M32 55V64"],
  suit: ["M25.5 48 32 64 38.5 48 43 50 33 64H31L21 50Z", ""],
  roll: ["M25.5 43.500C28 46.5 36 46.5 38.5 43.500L40 51C35 54.5 29 54.5 24 51Z", ""],
  scarf: ["M21 46C27 51.5 37 51.5 43 46L45 52C41 55.5 38 56 37 56L40 64H31L32 56.500C27 57 22 55 19 52Z", ""],
  hood: [
    "M17 51C18 45 24 44 25 46.5 28 54 36 54 39 46.5 40 44 46 45 47 51 42 59 22 59 17 51Z",
    "M28 57V63M36 57V63",
  ],
  drape: [
    "M24 48.500C30 54 42 57 56 55.500L58 64H20C24 59 24 53 24 48.500Z",
    "M27 52.500C34 58 44 60 57 59.5",
  ],
  vee: ["M25.5 48.5 32 59 38.5 48.5 35 47H29Z", ""],
} as const;

/** One person, whose portrait `Person.svelte` draws. */
export interface Sitter {
  ground: string;
  skin: string;
  hair: string;
  /** Colours of what they wear: the coat, its lighter part, and the hat. */
  coat: string;
  trim: string;
  hat?: string;
  head: keyof typeof HEADS;
  cut: keyof typeof HAIR;
  wears: keyof typeof COATS;
  covers?: keyof typeof HATS;
  beard?: "full" | "moustache" | "goatee";
  extra?: readonly (
    | "glasses"
    | "monocle"
    | "rings"
    | "pearls"
    | "freckles"
    | "lines"
    | "lips"
    | "flower"
    | "dot"
    | "tie"
    | "patch"
  )[];
}

const [PORCELAIN, ROSE, SAND, HONEY, OLIVE, CARAMEL, BROWN, UMBER, EBONY] = [
  "#f6dcc6",
  "#efc3a4",
  "#e8bd92",
  "#dba774",
  "#c99263",
  "#b1764a",
  "#8f5a38",
  "#794a30",
  "#5d3827",
] as const;
const [WHITE, GREY, BLACK, ESPRESSO, CHESTNUT, GINGER, BLOND] = [
  "#efe9dd",
  "#9b9a98",
  "#1d191b",
  "#38251c",
  "#6a3c22",
  "#b5501f",
  "#dcae57",
] as const;

/** The people by id. An id is stored, so its portrait stays; more can be added at the end. */
export const PEOPLE: Record<Picture, Sitter> = {
  p01: {
    ground: "#24505a",
    skin: PORCELAIN,
    hair: WHITE,
    coat: "#2c3442",
    trim: "#f1ebdc",
    head: "long",
    cut: "fringe",
    wears: "suit",
    beard: "full",
    extra: ["lines", "tie"],
  },
  p02: {
    ground: "#7b3041",
    skin: BROWN,
    hair: BLACK,
    coat: "#e0a83c",
    trim: "#f7d27c",
    head: "round",
    cut: "afro",
    wears: "crew",
    extra: ["rings", "lips"],
  },
  p03: {
    ground: "#4a5a2c",
    skin: ROSE,
    hair: GINGER,
    coat: "#2f5a46",
    trim: "#e9dcc0",
    head: "oval",
    cut: "wavy",
    wears: "vee",
    extra: ["freckles", "lips"],
  },
  p04: {
    ground: "#35436f",
    skin: SAND,
    hair: BLACK,
    coat: "#d9d3c4",
    trim: "#ffffff",
    head: "oval",
    cut: "parted",
    wears: "shirt",
    extra: ["glasses"],
  },
  p05: {
    ground: "#8a5a22",
    skin: CARAMEL,
    hair: BLACK,
    coat: "#5c2548",
    trim: "#c65b7c",
    hat: "#c8382f",
    head: "square",
    cut: "bald",
    wears: "suit",
    covers: "turban",
    beard: "full",
  },
  p06: {
    ground: "#2f6a5d",
    skin: OLIVE,
    hair: ESPRESSO,
    coat: "#4b6f9e",
    trim: "#6f93c2",
    hat: "#5f86ba",
    head: "oval",
    cut: "bald",
    wears: "crew",
    covers: "hijab",
    extra: ["lips"],
  },
  p07: {
    ground: "#6a4a35",
    skin: ROSE,
    hair: GREY,
    coat: "#55604a",
    trim: "#e4d8bb",
    hat: "#6d6a55",
    head: "round",
    cut: "fringe",
    wears: "shirt",
    covers: "cap",
    beard: "full",
    extra: ["lines"],
  },
  p08: {
    ground: "#513a72",
    skin: EBONY,
    hair: BLACK,
    coat: "#e9e3d4",
    trim: "#ffffff",
    head: "long",
    cut: "crop",
    wears: "suit",
    beard: "goatee",
    extra: ["tie"],
  },
  p09: {
    ground: "#a5543a",
    skin: HONEY,
    hair: BLACK,
    coat: "#1f4f59",
    trim: "#f2e6cc",
    head: "round",
    cut: "bob",
    wears: "shirt",
    extra: ["lips"],
  },
  p10: {
    ground: "#2d4c6e",
    skin: PORCELAIN,
    hair: BLOND,
    coat: "#b23b4b",
    trim: "#d96a74",
    head: "oval",
    cut: "ponytail",
    wears: "hood",
  },
  p11: {
    ground: "#5a6b3a",
    skin: UMBER,
    hair: GREY,
    coat: "#7c2a50",
    trim: "#e6c36a",
    head: "round",
    cut: "bun",
    wears: "drape",
    extra: ["lines", "rings", "glasses"],
  },
  p12: {
    ground: "#37606f",
    skin: SAND,
    hair: CHESTNUT,
    coat: "#3d3a38",
    trim: "#f0e6d2",
    hat: "#2b2624",
    head: "square",
    cut: "crop",
    wears: "suit",
    covers: "bowler",
    beard: "moustache",
    extra: ["tie"],
  },
  p13: {
    ground: "#6d2f2a",
    skin: CARAMEL,
    hair: ESPRESSO,
    coat: "#3d7a67",
    trim: "#63a38d",
    head: "oval",
    cut: "straight",
    wears: "drape",
    extra: ["dot", "lips", "rings"],
  },
  p14: {
    ground: "#3f3c62",
    skin: ROSE,
    hair: "#3f7fa8",
    coat: "#26272e",
    trim: "#4a4c58",
    head: "oval",
    cut: "pixie",
    wears: "roll",
    extra: ["lips", "rings"],
  },
  p15: {
    ground: "#77662d",
    skin: BROWN,
    hair: BLACK,
    coat: "#9c3f2a",
    trim: "#f0ddb4",
    head: "long",
    cut: "locs",
    wears: "crew",
    beard: "goatee",
  },
  p16: {
    ground: "#27583f",
    skin: PORCELAIN,
    hair: WHITE,
    coat: "#7d6aa0",
    trim: "#ded3ee",
    head: "round",
    cut: "curls",
    wears: "roll",
    extra: ["glasses", "lines", "pearls"],
  },
  p17: {
    ground: "#7a3d62",
    skin: HONEY,
    hair: BLACK,
    coat: "#32507d",
    trim: "#5f82b8",
    head: "square",
    cut: "spiky",
    wears: "hood",
  },
  p18: {
    ground: "#32506a",
    skin: ROSE,
    hair: CHESTNUT,
    coat: "#3a4f37",
    trim: "#c7a35b",
    hat: "#c39a58",
    head: "oval",
    cut: "wavy",
    wears: "scarf",
    covers: "wide",
    extra: ["lips"],
  },
  p19: {
    ground: "#8c4a2c",
    skin: EBONY,
    hair: BLACK,
    coat: "#2d6b73",
    trim: "#f1c24d",
    hat: "#f1b63d",
    head: "round",
    cut: "crop",
    wears: "crew",
    covers: "headscarf",
    extra: ["rings", "lips"],
  },
  p20: {
    ground: "#47613f",
    skin: SAND,
    hair: BLOND,
    coat: "#40567a",
    trim: "#e9e2cf",
    head: "square",
    cut: "quiff",
    wears: "shirt",
    beard: "full",
  },
  p21: {
    ground: "#2f5f75",
    skin: ROSE,
    hair: BLACK,
    coat: "#8d2d38",
    trim: "#f0e6d2",
    hat: "#8d2d38",
    head: "oval",
    cut: "bob",
    wears: "scarf",
    covers: "beret",
    extra: ["lips"],
  },
  p22: {
    ground: "#574066",
    skin: OLIVE,
    hair: BLACK,
    coat: "#2c2f3a",
    trim: "#e8e1cf",
    head: "long",
    cut: "quiff",
    wears: "suit",
    beard: "moustache",
    extra: ["monocle", "tie"],
  },
  p23: {
    ground: "#6b5531",
    skin: CARAMEL,
    hair: BLACK,
    coat: "#b8552f",
    trim: "#f0c987",
    head: "round",
    cut: "braids",
    wears: "crew",
    extra: ["flower"],
  },
  p24: {
    ground: "#2a5753",
    skin: UMBER,
    hair: GREY,
    coat: "#d6cbb2",
    trim: "#f7f0df",
    hat: "#e9dfc4",
    head: "oval",
    cut: "crop",
    wears: "vee",
    covers: "kufi",
    beard: "full",
    extra: ["lines", "glasses"],
  },
  p25: {
    ground: "#7f3a3a",
    skin: PORCELAIN,
    hair: GINGER,
    coat: "#2f4d73",
    trim: "#f2ead8",
    hat: "#2f8f86",
    head: "round",
    cut: "crop",
    wears: "roll",
    covers: "beanie",
    beard: "full",
    extra: ["freckles"],
  },
  p26: {
    ground: "#3a5a80",
    skin: SAND,
    hair: GREY,
    coat: "#23262d",
    trim: "#8f1f3b",
    head: "oval",
    cut: "bob",
    wears: "vee",
    extra: ["pearls", "lips", "lines"],
  },
  p27: {
    ground: "#64702f",
    skin: BROWN,
    hair: ESPRESSO,
    coat: "#e5e0d2",
    trim: "#c7bfa9",
    hat: "#d4463b",
    head: "oval",
    cut: "curls",
    wears: "crew",
    covers: "band",
    extra: ["freckles"],
  },
  p28: {
    ground: "#44355c",
    skin: HONEY,
    hair: BLACK,
    coat: "#6a2f2a",
    trim: "#e8dcc0",
    head: "square",
    cut: "bald",
    wears: "roll",
    beard: "goatee",
    extra: ["patch"],
  },
};

/** Portraits to choose from, in their order. */
export const PICTURES = Object.keys(PEOPLE) as Picture[];

/** The portrait of a person: the one with this id, or else one that follows from the name. */
export function sitterOf(picture: string | null, name: string): Sitter {
  return PEOPLE[PICTURES.find((known) => known === picture) ?? givenBy(name)];
}

function givenBy(name: string): Picture {
  let mix = 7;
  for (const letter of name) mix = (mix * 31 + letter.codePointAt(0)!) % 65521;
  return PICTURES[mix % PICTURES.length]!;
}
