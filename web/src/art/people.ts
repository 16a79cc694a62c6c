// The people whose portraits can be chosen.
import type { Picture } from "../wire";
import type { Sitter } from "./portraitParts";

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
    colours: { ground: "#24505a", skin: PORCELAIN, hair: WHITE, coat: "#2c3442", trim: "#f1ebdc" },
    features: { head: "long", cut: "fringe", wears: "suit", beard: "full", extra: ["lines", "tie"] },
  },
  p02: {
    colours: { ground: "#7b3041", skin: BROWN, hair: BLACK, coat: "#e0a83c", trim: "#f7d27c" },
    features: { head: "round", cut: "afro", wears: "crew", extra: ["rings", "lips"] },
  },
  p03: {
    colours: { ground: "#4a5a2c", skin: ROSE, hair: GINGER, coat: "#2f5a46", trim: "#e9dcc0" },
    features: { head: "oval", cut: "wavy", wears: "vee", extra: ["freckles", "lips"] },
  },
  p04: {
    colours: { ground: "#35436f", skin: SAND, hair: BLACK, coat: "#d9d3c4", trim: "#ffffff" },
    features: { head: "oval", cut: "parted", wears: "shirt", extra: ["glasses"] },
  },
  p05: {
    colours: {
      ground: "#8a5a22",
      skin: CARAMEL,
      hair: BLACK,
      coat: "#5c2548",
      trim: "#c65b7c",
      hat: "#c8382f",
    },
    features: { head: "square", cut: "bald", wears: "suit", covers: "turban", beard: "full" },
  },
  p06: {
    colours: {
      ground: "#2f6a5d",
      skin: OLIVE,
      hair: ESPRESSO,
      coat: "#4b6f9e",
      trim: "#6f93c2",
      hat: "#5f86ba",
    },
    features: { head: "oval", cut: "bald", wears: "crew", covers: "hijab", extra: ["lips"] },
  },
  p07: {
    colours: { ground: "#6a4a35", skin: ROSE, hair: GREY, coat: "#55604a", trim: "#e4d8bb", hat: "#6d6a55" },
    features: {
      head: "round",
      cut: "fringe",
      wears: "shirt",
      covers: "cap",
      beard: "full",
      extra: ["lines"],
    },
  },
  p08: {
    colours: { ground: "#513a72", skin: EBONY, hair: BLACK, coat: "#e9e3d4", trim: "#ffffff" },
    features: { head: "long", cut: "crop", wears: "suit", beard: "goatee", extra: ["tie"] },
  },
  p09: {
    colours: { ground: "#a5543a", skin: HONEY, hair: BLACK, coat: "#1f4f59", trim: "#f2e6cc" },
    features: { head: "round", cut: "bob", wears: "shirt", extra: ["lips"] },
  },
  p10: {
    colours: { ground: "#2d4c6e", skin: PORCELAIN, hair: BLOND, coat: "#b23b4b", trim: "#d96a74" },
    features: { head: "oval", cut: "ponytail", wears: "hood" },
  },
  p11: {
    colours: { ground: "#5a6b3a", skin: UMBER, hair: GREY, coat: "#7c2a50", trim: "#e6c36a" },
    features: { head: "round", cut: "bun", wears: "drape", extra: ["lines", "rings", "glasses"] },
  },
  p12: {
    colours: {
      ground: "#37606f",
      skin: SAND,
      hair: CHESTNUT,
      coat: "#3d3a38",
      trim: "#f0e6d2",
      hat: "#2b2624",
    },
    features: {
      head: "square",
      cut: "crop",
      wears: "suit",
      covers: "bowler",
      beard: "moustache",
      extra: ["tie"],
    },
  },
  p13: {
    colours: { ground: "#6d2f2a", skin: CARAMEL, hair: ESPRESSO, coat: "#3d7a67", trim: "#63a38d" },
    features: { head: "oval", cut: "straight", wears: "drape", extra: ["dot", "lips", "rings"] },
  },
  p14: {
    colours: { ground: "#3f3c62", skin: ROSE, hair: "#3f7fa8", coat: "#26272e", trim: "#4a4c58" },
    features: { head: "oval", cut: "pixie", wears: "roll", extra: ["lips", "rings"] },
  },
  p15: {
    colours: { ground: "#77662d", skin: BROWN, hair: BLACK, coat: "#9c3f2a", trim: "#f0ddb4" },
    features: { head: "long", cut: "locs", wears: "crew", beard: "goatee" },
  },
  p16: {
    colours: { ground: "#27583f", skin: PORCELAIN, hair: WHITE, coat: "#7d6aa0", trim: "#ded3ee" },
    features: { head: "round", cut: "curls", wears: "roll", extra: ["glasses", "lines", "pearls"] },
  },
  p17: {
    colours: { ground: "#7a3d62", skin: HONEY, hair: BLACK, coat: "#32507d", trim: "#5f82b8" },
    features: { head: "square", cut: "spiky", wears: "hood" },
  },
  p18: {
    colours: {
      ground: "#32506a",
      skin: ROSE,
      hair: CHESTNUT,
      coat: "#3a4f37",
      trim: "#c7a35b",
      hat: "#c39a58",
    },
    features: { head: "oval", cut: "wavy", wears: "scarf", covers: "wide", extra: ["lips"] },
  },
  p19: {
    colours: {
      ground: "#8c4a2c",
      skin: EBONY,
      hair: BLACK,
      coat: "#2d6b73",
      trim: "#f1c24d",
      hat: "#f1b63d",
    },
    features: { head: "round", cut: "crop", wears: "crew", covers: "headscarf", extra: ["rings", "lips"] },
  },
  p20: {
    colours: { ground: "#47613f", skin: SAND, hair: BLOND, coat: "#40567a", trim: "#e9e2cf" },
    features: { head: "square", cut: "quiff", wears: "shirt", beard: "full" },
  },
  p21: {
    colours: { ground: "#2f5f75", skin: ROSE, hair: BLACK, coat: "#8d2d38", trim: "#f0e6d2", hat: "#8d2d38" },
    features: { head: "oval", cut: "bob", wears: "scarf", covers: "beret", extra: ["lips"] },
  },
  p22: {
    colours: { ground: "#574066", skin: OLIVE, hair: BLACK, coat: "#2c2f3a", trim: "#e8e1cf" },
    features: { head: "long", cut: "quiff", wears: "suit", beard: "moustache", extra: ["monocle", "tie"] },
  },
  p23: {
    colours: { ground: "#6b5531", skin: CARAMEL, hair: BLACK, coat: "#b8552f", trim: "#f0c987" },
    features: { head: "round", cut: "braids", wears: "crew", extra: ["flower"] },
  },
  p24: {
    colours: { ground: "#2a5753", skin: UMBER, hair: GREY, coat: "#d6cbb2", trim: "#f7f0df", hat: "#e9dfc4" },
    features: {
      head: "oval",
      cut: "crop",
      wears: "vee",
      covers: "kufi",
      beard: "full",
      extra: ["lines", "glasses"],
    },
  },
  p25: {
    colours: {
      ground: "#7f3a3a",
      skin: PORCELAIN,
      hair: GINGER,
      coat: "#2f4d73",
      trim: "#f2ead8",
      hat: "#2f8f86",
    },
    features: {
      head: "round",
      cut: "crop",
      wears: "roll",
      covers: "beanie",
      beard: "full",
      extra: ["freckles"],
    },
  },
  p26: {
    colours: { ground: "#3a5a80", skin: SAND, hair: GREY, coat: "#23262d", trim: "#8f1f3b" },
    features: { head: "oval", cut: "bob", wears: "vee", extra: ["pearls", "lips", "lines"] },
  },
  p27: {
    colours: {
      ground: "#64702f",
      skin: BROWN,
      hair: ESPRESSO,
      coat: "#e5e0d2",
      trim: "#c7bfa9",
      hat: "#d4463b",
    },
    features: { head: "oval", cut: "curls", wears: "crew", covers: "band", extra: ["freckles"] },
  },
  p28: {
    colours: { ground: "#44355c", skin: HONEY, hair: BLACK, coat: "#6a2f2a", trim: "#e8dcc0" },
    features: { head: "square", cut: "bald", wears: "roll", beard: "goatee", extra: ["patch"] },
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
