// The sections of the English text, for the types of their keys. The client itself takes every file in this folder.
import type common from "./common.json";
import type lobby from "./lobby.json";
import type hints from "./hints.json";
import type lesson from "./lesson.json";
import type match from "./match.json";
import type pieces from "./pieces.json";
import type play from "./play.json";
import type table from "./table.json";
import type tell from "./tell.json";

export interface Sections {
  common: typeof common;
  lobby: typeof lobby;
  hints: typeof hints;
  lesson: typeof lesson;
  match: typeof match;
  pieces: typeof pieces;
  play: typeof play;
  table: typeof table;
  tell: typeof tell;
}
