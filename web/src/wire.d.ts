/* Generated from the server's messages by make types. */

/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | Hello
  | Ping
  | Sit
  | Leave
  | Reseat
  | Remove
  | Mute
  | Report
  | Settle
  | Start
  | Act
  | Undo
  | Consent
  | Nudge
  | Say
  | React
  | Skip
  | Rest
  | Rematch
  | Hint
  | Why;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = Snapshot | Update | Presence | Reacted | Pong | Done | Refused | Hinted | Because;

export interface Wire {
  Act?: Act;
  AnswerRequest?: AnswerRequest;
  AnySettlement?: AnySettlement;
  Auction?: Auction;
  Because?: Because;
  Bids?: Bids;
  Board?: Board;
  Ceremony?: Ceremony;
  Chair?: Chair;
  ChairRequest?: ChairRequest;
  Challenge?: Challenge;
  Change?: Change;
  Choice?: Choice;
  Consent?: Consent;
  Created?: Created;
  CreatedToken?: CreatedToken;
  Dailies?: Dailies;
  DailyDeal?: DailyDeal;
  DailyPosition?: DailyPosition;
  DailyResults?: DailyResults;
  DealStory?: DealStory;
  Done?: Done;
  Erasing?: Erasing;
  EventDeal?: EventDeal;
  EventPage?: EventPage;
  EventPerson?: EventPerson;
  EventRound?: EventRound;
  EventStanding?: EventStanding;
  EventTable?: EventTable;
  Fact?: Fact;
  Fair?: Fair;
  FairVerdict?: FairVerdict;
  FeltRequest?: FeltRequest;
  Figures?: Figures;
  GameFigures?: GameFigures;
  GameInfo?: GameInfo;
  GenericBoard?: GenericBoard;
  Guest?: Guest;
  Happened?: Happened;
  Hello?: Hello;
  Hint?: Hint;
  Hinted?: Hinted;
  House?: House;
  HouseRules?: HouseRules;
  LadderRung?: LadderRung;
  Leave?: Leave;
  Lesson?: Lesson;
  LessonStep?: LessonStep;
  LinkCode?: LinkCode;
  Linked?: Linked;
  ListedDaily?: ListedDaily;
  ListedTable?: ListedTable;
  Login?: Login;
  LoginKey?: LoginKey;
  LoginResponse?: LoginResponse;
  LossPoint?: LossPoint;
  MatchLine?: MatchLine;
  MatchLines?: MatchLines;
  MatchStory?: MatchStory;
  Me?: Me;
  MeasuredOption?: MeasuredOption;
  MeasuredTable?: MeasuredTable;
  MeasuredValue?: MeasuredValue;
  Mine?: Mine;
  Mute?: Mute;
  Network?: Network;
  NewKey?: NewKey;
  NewKeyResponse?: NewKeyResponse;
  NewPasskey?: NewPasskey;
  NewProgram?: NewProgram;
  NewToken?: NewToken;
  Nudge?: Nudge;
  Page?: Page;
  Paired?: Paired;
  Pairing?: Pairing;
  PasskeyInfo?: PasskeyInfo;
  PasskeyRequest?: PasskeyRequest;
  PersonRequest?: PersonRequest;
  Ping?: Ping;
  Play?: Play;
  PlayFromRequest?: PlayFromRequest;
  PlayRequest?: PlayRequest;
  Played?: Played;
  PlayedFrom?: PlayedFrom;
  Pong?: Pong;
  Practice?: Practice;
  PracticeAnswer?: PracticeAnswer;
  PracticeDue?: PracticeDue;
  PracticeGame?: PracticeGame;
  PracticePosition?: PracticePosition;
  Presence?: Presence;
  ProgramInfo?: ProgramInfo;
  PushKey?: PushKey;
  PushKeys?: PushKeys;
  PushRequest?: PushRequest;
  Ranked?: Ranked;
  Rating?: Rating;
  React?: React;
  Reacted?: Reacted;
  Reason?: Reason;
  Refused?: Refused;
  Remark?: Remark;
  Rematch?: Rematch;
  Remove?: Remove;
  Report?: Report;
  Reseat?: Reseat;
  Rest?: Rest;
  Review?: Review;
  RoundRequest?: RoundRequest;
  RuleSet?: RuleSet;
  Rules?: Rules;
  RulesRequest?: RulesRequest;
  Say?: Say;
  Score?: Score;
  ScoreCount?: ScoreCount;
  Settle?: Settle;
  Share?: Share;
  Sit?: Sit;
  Skip?: Skip;
  Snapshot?: Snapshot;
  Spread?: Spread;
  Start?: Start;
  Step?: Step;
  TableInfo?: TableInfo;
  TableRequest?: TableRequest;
  Tables?: Tables;
  TakingBack?: TakingBack;
  Ticking?: Ticking;
  TieBreak?: TieBreak;
  TokenInfo?: TokenInfo;
  TournamentRequest?: TournamentRequest;
  Trick?: Trick;
  Trouble?: Trouble;
  Undo?: Undo;
  Update?: Update;
  Weighing?: Weighing;
  Why?: Why;
  You?: You;
  saleroom__server__protocol__messages__Settled?: Saleroom_Server_Protocol_Messages__Settled;
  saleroom__toolkit__display__scenes__Settled?: Saleroom_Toolkit_Display_Scenes__Settled;
  ClientMessage?: ClientMessage;
  ServerMessage?: ServerMessage;
}
/**
 * Make a move, in the notation of the record. `at` is the `asked` of your own part; an older one is refused.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  id: string;
  type: "act";
  at: number;
  action: string;
}
/**
 * A person's answer to a position.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnswerRequest".
 */
export interface AnswerRequest {
  action: string;
}
/**
 * A settlement of any game; each game adds fields.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnySettlement".
 */
export interface AnySettlement {
  deal: number;
  score: number[];
  carry: number;
}
/**
 * The current bidding, or the bidding that decided this deal.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Auction".
 */
export interface Auction {
  bid: number | null;
  bidder: number | null;
  said: (string | null)[];
  to_speak: number[];
  open: boolean;
}
/**
 * Why an action is not legal now; None if it is.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Because".
 */
export interface Because {
  type: "because";
  id: string;
  text: string | null;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}
/**
 * Range of amounts that may be bid: ``bid low`` … ``bid high``.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bids".
 */
export interface Bids {
  low: number;
  high: number;
}
/**
 * The board of any game; each adds fields, see the game's own `Board`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Board".
 */
export interface Board {
  phase: string;
  deal: number;
  last_deal: number;
  dealer: number;
  acting: number[];
  scores: number[];
  winners: number[];
  tie_break: TieBreak | null;
  held: number[];
  decided: boolean;
  game: string;
  last: AnySettlement | null;
}
/**
 * Decision between several players who had won, by the rules: the one winner, and the reason.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TieBreak".
 */
export interface TieBreak {
  seat: number;
  among: number[];
  by: string;
}
/**
 * Options that the browser passes to `navigator.credentials`, in WebAuthn's own JSON.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ceremony".
 */
export interface Ceremony {
  options: {
    [k: string]: unknown;
  };
}
/**
 * The player of a seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Chair".
 */
export interface Chair {
  kind: "open" | "human" | "bot";
  name: string;
  player: string | null;
  owner: boolean;
  program: boolean;
  muted: boolean;
}
/**
 * Player for a seat: the creator of the table, any person, or a house player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairRequest".
 */
export interface ChairRequest {
  kind: "me" | "open" | "bot";
  player?: string | null;
}
/**
 * A challenge to play a person's cards, as far as the caller may know.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Challenge".
 */
export interface Challenge {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  name: string;
  seat: number;
  opponents: string[];
  stood_in: number[];
  status: "open" | "playing" | "over";
  table: string | null;
  opened: Played[] | null;
}
/**
 * A player's result with the cards of a challenge.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Played".
 */
export interface Played {
  name: string;
  table: string;
  deals: number[];
  score: number;
}
/**
 * Change of a measure by a value: its mean less the usual one, on the same cards.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  measure: string;
  change: number;
  low: number | null;
  high: number | null;
  certainty: "sure" | "some" | "reversed" | "open";
}
/**
 * One option of a game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  name: string;
  kind: "number" | "word";
  values: (number | string)[];
  low: number | null;
  high: number | null;
  defaults: {
    [k: string]: number | string;
  };
  meaning: string;
  unit: string;
}
/**
 * Answer the open request to take moves back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Consent".
 */
export interface Consent {
  id: string;
  type: "consent";
  yes: boolean;
}
/**
 * A new table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  id: string;
}
/**
 * A new token; the secret is shown only once.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CreatedToken".
 */
export interface CreatedToken {
  secret: string;
  token: TokenInfo;
}
/**
 * A token, without its secret.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TokenInfo".
 */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: ("bot:play" | "challenge:read" | "challenge:write")[];
  made_at: number;
  used_at: number | null;
}
/**
 * Today's deals, one for each game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Dailies".
 */
export interface Dailies {
  deals: ListedDaily[];
}
/**
 * A day's deal of a game, and the caller's status in it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ListedDaily".
 */
export interface ListedDaily {
  game: string;
  title: string;
  day: string;
  closes_at: number;
  players: number;
  status: "open" | "playing" | "over";
  table: string | null;
  score: number | null;
}
/**
 * A day's deal in full, as far as the caller may know.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DailyDeal".
 */
export interface DailyDeal {
  game: string;
  title: string;
  day: string;
  closes_at: number;
  players: number;
  status: "open" | "playing" | "over";
  table: string | null;
  score: number | null;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  opponents: string[];
  source: "secret" | "date";
  commit: string;
  published_at: number;
  opened: DailyResults | null;
}
/**
 * Results of all players of a deal: only for those who have played it, or after its day.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DailyResults".
 */
export interface DailyResults {
  server_seed: string;
  scores: ScoreCount[];
  beaten: number | null;
  best: Ranked | null;
  ranking: Ranked[];
  house: {
    [k: string]: number | null;
  };
}
/**
 * Number of people with a score.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ScoreCount".
 */
export interface ScoreCount {
  score: number;
  people: number;
}
/**
 * A person's result with its rank.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ranked".
 */
export interface Ranked {
  rank: number;
  name: string;
  score: number;
  table: string;
}
/**
 * One of today's positions, the same for all people.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DailyPosition".
 */
export interface DailyPosition {
  id: string;
  right: boolean | null;
  share: Share | null;
}
/**
 * Number of people who have answered, and how many were right at their first try.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Share".
 */
export interface Share {
  people: number;
  right: number;
}
/**
 * A deal of a finished match, step by step.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DealStory".
 */
export interface DealStory {
  deal: number;
  steps: Step[];
}
/**
 * One event of a finished match, and the table after it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  event: string;
  board: Board;
  hands: string[][];
}
/**
 * A command has been carried out (now or when first sent), and is stored.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  type: "done";
  id: string;
  version: number;
}
/**
 * The one confirmation.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Erasing".
 */
export interface Erasing {
  sure: boolean;
}
/**
 * A deal of the caller's, compared with the others in the same seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventDeal".
 */
export interface EventDeal {
  round: number;
  deal: number;
  seat: number;
  score: number;
  points: number;
  possible: number;
  difference: number;
}
/**
 * A club event, as far as the caller may know.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventPage".
 */
export interface EventPage {
  id: string;
  title: string;
  game: string;
  game_title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  seats: number;
  rounds: number;
  round: number;
  status: "gathering" | "playing" | "between" | "over";
  per_table: number;
  organiser_name: string;
  organiser: boolean;
  you: number | null;
  table: string | null;
  people: EventPerson[];
  standings: EventStanding[];
  played: EventRound[];
  deals: EventDeal[];
  commit: string;
  seed: string | null;
}
/**
 * A person who takes part in an event, or did.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventPerson".
 */
export interface EventPerson {
  number: number;
  name: string;
  status: "in" | "left" | "removed";
}
/**
 * A person's standing, from the deals that all tables have finished.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventStanding".
 */
export interface EventStanding {
  person: number;
  rank: number;
  points: number;
  possible: number;
  share: number | null;
  difference: number;
  deals: number;
  moves: number;
  by_house: number;
}
/**
 * A started round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventRound".
 */
export interface EventRound {
  number: number;
  over: boolean;
  tables: EventTable[];
}
/**
 * A table of a round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventTable".
 */
export interface EventTable {
  number: number;
  id: string | null;
  people: (number | null)[];
  deals: number;
  over: boolean;
  scores: number[] | null;
}
/**
 * Public field of the game's record.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Fact".
 */
export interface Fact {
  name: string;
  meaning: string;
  unit: string;
  by_seat: boolean;
  values: string[][];
}
/**
 * The proof of a fair deal, as far as it is public.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Fair".
 */
export interface Fair {
  commit: string;
  words: string[];
  server_seed: string | null;
}
/**
 * Whether the server's own referee confirms that the cards follow from the seed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FairVerdict".
 */
export interface FairVerdict {
  faults: string[];
}
/**
 * How easy a right answer felt.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FeltRequest".
 */
export interface FeltRequest {
  felt: "easy" | "hard";
}
/**
 * A search's estimates, the best first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  options: Weighing[];
  others: number;
}
/**
 * A search's estimates for one option.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Weighing".
 */
export interface Weighing {
  action: string;
  score: number;
  wins: number;
  margin: number;
  worlds: number;
}
/**
 * The caller's statistics in one game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GameFigures".
 */
export interface GameFigures {
  game: string;
  title: string;
  unit: "points" | "chips";
  matches: number;
  won: number;
  bids_made: number;
  bids_set: number;
  rating: Rating | null;
  ladder: LadderRung[];
  losses: LossPoint[];
}
/**
 * Strength among people in one game: 1500 before the first match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rating".
 */
export interface Rating {
  value: number;
  margin: number;
  matches: number;
}
/**
 * Complete matches with house players of one level only.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LadderRung".
 */
export interface LadderRung {
  level: string;
  matches: number;
  won: number;
  fair: number;
}
/**
 * Result of the review of one match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LossPoint".
 */
export interface LossPoint {
  table: string;
  at: number;
  decisions: number;
  cost: number;
}
/**
 * A game of this server.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  name: string;
  title: string;
  gist: string;
  seats: number[];
  usual_seats: number;
  unit: "points" | "chips";
  options: Choice[];
  daily: {
    [k: string]: number | string;
  };
  lesson: boolean;
}
/**
 * Public board of a game without a scene; `held` is empty.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GenericBoard".
 */
export interface GenericBoard {
  phase: string;
  deal: number;
  last_deal: number;
  dealer: number;
  acting: number[];
  scores: number[];
  winners: number[];
  tie_break: TieBreak | null;
  held: number[];
  decided: boolean;
  game: string;
  unit: "points" | "chips";
  facts: Fact[];
  last: Saleroom_Toolkit_Display_Scenes__Settled | null;
}
/**
 * Common part of every settlement of a deal.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "saleroom__toolkit__display__scenes__Settled".
 */
export interface Saleroom_Toolkit_Display_Scenes__Settled {
  deal: number;
  score: number[];
  carry: number;
}
/**
 * A new guest's token: 256 bits, shown once, kept in the browser.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Guest".
 */
export interface Guest {
  token: string;
}
/**
 * Public description of a table event, for announcements and chat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Happened".
 */
export interface Happened {
  kind:
    | "sit"
    | "device"
    | "leave"
    | "reseat"
    | "remove"
    | "mute"
    | "settle"
    | "start"
    | "move"
    | "ask"
    | "agree"
    | "refuse"
    | "undo"
    | "say"
    | "rematch";
  seat: number | null;
  name: string;
  text: string;
  by_house: boolean;
  moves: number;
}
/**
 * First message of a socket: its token. Without a token, or without a seat, it watches.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  token?: string | null;
}
/**
 * Ask what the house would do here, and why.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  id: string;
  type: "hint";
}
/**
 * What the house would do, and why. `figures` are those of its search; None before it is ready.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hinted".
 */
export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  reasons: Reason[];
  figures: Figures | null;
}
/**
 * Reason for an action: a message of the client and its parameters.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  key: string;
  values: {
    [k: string]: string | number;
  };
}
/**
 * The games, and the house players that may be given a seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "House".
 */
export interface House {
  games: GameInfo[];
  players: string[];
  build: string;
}
/**
 * The rule sets of a game, and measurements of its options; without measurements, no tables.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HouseRules".
 */
export interface HouseRules {
  seconds: number;
  tables: MeasuredTable[];
  sets: RuleSet[];
}
/**
 * Measurements with one number of seats.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MeasuredTable".
 */
export interface MeasuredTable {
  seats: number;
  level: string;
  levels: number;
  usual: {
    [k: string]: number;
  };
  options: MeasuredOption[];
}
/**
 * Measurements of one option, with all others as usual.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MeasuredOption".
 */
export interface MeasuredOption {
  option: string;
  usual: number | string;
  measures: string[];
  values: MeasuredValue[];
}
/**
 * A value of an option, compared with the usual one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MeasuredValue".
 */
export interface MeasuredValue {
  value: number | string;
  matches: number;
  used: boolean;
  changes: Change[];
}
/**
 * A complete choice of options: a named one, or one with a single unusual option.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuleSet".
 */
export interface RuleSet {
  name: string | null;
  seats: number;
  options: {
    [k: string]: number | string;
  };
  matches: number;
  minutes: Spread | null;
  luck: Spread | null;
}
/**
 * A number and its interval, if known.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Spread".
 */
export interface Spread {
  low: number | null;
  middle: number;
  high: number | null;
}
/**
 * Leave your seat: it is open before the match, and the house's during it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  id: string;
  type: "leave";
}
/**
 * A short scripted deal, from the learner's seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Lesson".
 */
export interface Lesson {
  game: string;
  seat: number;
  names: string[];
  options: {
    [k: string]: number | string;
  };
  steps: LessonStep[];
}
/**
 * A step of a first lesson: the table, the text, and the action expected from the learner (None: continue).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LessonStep".
 */
export interface LessonStep {
  say: string;
  expect: string | null;
  board: Board;
  mine: Mine;
  events: string[];
}
/**
 * What only a seat sees, and what it may do.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Mine".
 */
export interface Mine {
  hand: string[];
  legal: string[];
  bids: Bids | null;
  afford: number | null;
  chosen: string | null;
  made: string | null;
  thrown: string[];
}
/**
 * Code that links another device with the caller's, once, within `seconds`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LinkCode".
 */
export interface LinkCode {
  code: string;
  seconds: number;
}
/**
 * A code that a person typed or scanned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Linked".
 */
export interface Linked {
  code: string;
}
/**
 * A table in the lobby's lists.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ListedTable".
 */
export interface ListedTable {
  id: string;
  game: string;
  title: string;
  status: "gathering" | "playing" | "over";
  names: string[];
  scores: number[];
  winners: number[];
  seat: number | null;
  made_at: number;
  last_at: number;
}
/**
 * A used passkey.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Login".
 */
export interface Login {
  credential: LoginKey;
}
/**
 * A used passkey: `PublicKeyCredential.toJSON()`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LoginKey".
 */
export interface LoginKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: LoginResponse;
}
/**
 * Response of an authenticator.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LoginResponse".
 */
export interface LoginResponse {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}
/**
 * A finished match of the caller's.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchLine".
 */
export interface MatchLine {
  id: string;
  game: string;
  title: string;
  seat: number;
  names: string[];
  level: string;
  people: number;
  score: number;
  place: number;
  won: boolean;
  bids_made: number;
  bids_set: number;
  hints: boolean | null;
  undone: boolean;
  whole: boolean;
  stayed: boolean;
  rated: boolean;
  over_at: number;
  loss: number | null;
}
/**
 * One page of the caller's matches, the latest first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchLines".
 */
export interface MatchLines {
  matches: MatchLine[];
  more: boolean;
}
/**
 * A finished match: players, rules, score sheet, proof of a fair deal.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchStory".
 */
export interface MatchStory {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  names: string[];
  players: (string | null)[];
  sheet: Score[];
  totals: number[][];
  scores: number[];
  winners: number[];
  tie_break: TieBreak | null;
  fair: Fair;
  position: PlayedFrom | null;
  seed: string;
  contest: string | null;
  made_at: number;
  over_at: number;
}
/**
 * One line of the score sheet.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Score".
 */
export interface Score {
  deal: number;
  dealer: number;
  score: number[];
  carry: number;
  note: string | null;
}
/**
 * The step of a finished match from which another one continues.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayedFrom".
 */
export interface PlayedFrom {
  table: string;
  deal: number;
  step: number;
}
/**
 * The caller: a guest, or a person with an account if they have a passkey.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  account: boolean;
  devices: number;
  passkeys: PasskeyInfo[];
  place: string | null;
  games: GameFigures[];
}
/**
 * A passkey of the caller's.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PasskeyInfo".
 */
export interface PasskeyInfo {
  id: string;
  name: string;
  place: string;
  made_at: number;
  used_at: number;
}
/**
 * Bar the person of another seat from chat and reactions, or readmit them; for the owner.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  id: string;
  type: "mute";
  seat: number;
  on: boolean;
}
/**
 * Addresses at which friends can reach this server.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Network".
 */
export interface Network {
  public: string | null;
  addresses: string[];
  may_open: boolean;
}
/**
 * A new passkey: `PublicKeyCredential.toJSON()`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewKey".
 */
export interface NewKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: NewKeyResponse;
}
/**
 * Response of an authenticator.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewKeyResponse".
 */
export interface NewKeyResponse {
  clientDataJSON: string;
  attestationObject: string;
}
/**
 * A new passkey, and its name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewPasskey".
 */
export interface NewPasskey {
  name: string;
  credential: NewKey;
}
/**
 * Request for a new program. Its name is shown at tables, and identifies it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewProgram".
 */
export interface NewProgram {
  name: string;
}
/**
 * Request for a new token.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewToken".
 */
export interface NewToken {
  label?: string;
  /**
   * @minItems 1
   * @maxItems 3
   */
  scopes?:
    | ["bot:play" | "challenge:read" | "challenge:write"]
    | ["bot:play" | "challenge:read" | "challenge:write", "bot:play" | "challenge:read" | "challenge:write"]
    | [
        "bot:play" | "challenge:read" | "challenge:write",
        "bot:play" | "challenge:read" | "challenge:write",
        "bot:play" | "challenge:read" | "challenge:write"
      ];
}
/**
 * Have the house move for a seat whose clock has run out, or play for one that is away until it is back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Nudge".
 */
export interface Nudge {
  id: string;
  type: "nudge";
  seat: number;
}
/**
 * Filter and page of the list of matches.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Page".
 */
export interface Page {
  game?: string | null;
  level?: string | null;
  page?: number;
}
/**
 * A pairing code that a person typed or scanned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Paired".
 */
export interface Paired {
  code: string;
}
/**
 * Code with which another device of the same person can take over their seat, once, within `seconds`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pairing".
 */
export interface Pairing {
  code: string;
  seconds: number;
}
/**
 * Name of a new passkey.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PasskeyRequest".
 */
export interface PasskeyRequest {
  name: string;
}
/**
 * Request of the organiser to remove a person.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PersonRequest".
 */
export interface PersonRequest {
  person: number;
}
/**
 * Check whether the connection still works; the answer is a `Pong`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
}
/**
 * Card on the table in front of a seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  seat: number;
  card: string;
}
/**
 * Request for a table that continues from a step of a finished match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayFromRequest".
 */
export interface PlayFromRequest {
  deal: number;
  step: number;
  seat: number;
  player: string;
  name: string;
  pace?: "quick" | "easy" | "slow";
}
/**
 * A person takes part in a contest under this name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayRequest".
 */
export interface PlayRequest {
  name: string;
}
/**
 * The connection works: the answer to a `Ping`, also sent after some seconds without another message.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
}
/**
 * The caller's practice today.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Practice".
 */
export interface Practice {
  day: string;
  games: PracticeGame[];
}
/**
 * The caller's practice of one game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PracticeGame".
 */
export interface PracticeGame {
  game: string;
  title: string;
  due: string[];
  kept: number;
  next_due: number | null;
  daily: DailyPosition[];
  preparing: boolean;
}
/**
 * Whether an answer was right, and why.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PracticeAnswer".
 */
export interface PracticeAnswer {
  right: boolean;
  action: string;
  remark: Remark;
  table: string | null;
  share: Share | null;
  due: number;
}
/**
 * A decision for which a search has found a better action.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Remark".
 */
export interface Remark {
  deal: number;
  step: number;
  played: string;
  better: string;
  cost: number;
  margin: number;
  wins: number;
  reasons: Reason[];
  also: string[];
}
/**
 * Time of the next repetition of a position, in seconds since the epoch.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PracticeDue".
 */
export interface PracticeDue {
  due: number;
}
/**
 * A moment of a match as one seat saw it: what would you do?
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PracticePosition".
 */
export interface PracticePosition {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  names: string[];
  seat: number;
  board: Board;
  mine: Mine;
  events: string[];
  day: string | null;
}
/**
 * Who is connected; not an event of the table, so without a version.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Presence".
 */
export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}
/**
 * A program of the caller's.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ProgramInfo".
 */
export interface ProgramInfo {
  id: string;
  name: string;
  made_at: number;
  tokens: TokenInfo[];
}
/**
 * Key that a browser needs to subscribe to this server's notifications; None if it sends none.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  key: string | null;
}
/**
 * Encryption keys of messages for a browser, as in `PushSubscription.toJSON`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushKeys".
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * A browser to notify, with the texts of its notifications.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushRequest".
 */
export interface PushRequest {
  endpoint: string;
  keys: PushKeys;
  turn: string;
  soon: string;
}
/**
 * Show a short phrase or a small picture to all for a moment; it is not stored.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "React".
 */
export interface React {
  id: string;
  type: "react";
  what:
    "hello" | "luck" | "nice" | "thanks" | "sorry" | "moment" | "clap" | "smile" | "wow" | "think" | "sad" | "cheers";
}
/**
 * A seat's reaction, shown for a moment; not an event of the table, so without a version.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reacted".
 */
export interface Reacted {
  type: "reacted";
  seat: number;
  what:
    "hello" | "luck" | "nice" | "thanks" | "sorry" | "moment" | "clap" | "smile" | "wow" | "think" | "sad" | "cheers";
}
/**
 * A command has not been carried out; nothing has changed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: "illegal" | "stale" | "not-yours" | "not-now" | "full" | "too-fast" | "malformed" | "trouble";
  text: string;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}
/**
 * Continue after the end: the same players at a new table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  id: string;
  type: "rematch";
}
/**
 * Remove the person of another seat, for the owner; they may watch, but take no seat of this table again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Remove".
 */
export interface Remove {
  id: string;
  type: "remove";
  seat: number;
}
/**
 * Report the person of another seat to the operator. The table is not informed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Report".
 */
export interface Report {
  id: string;
  type: "report";
  seat: number;
  about: "language" | "unfair" | "nickname" | "other";
}
/**
 * Give a seat to the bot `to`, or open it (None); for the owner, and never their own.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reseat".
 */
export interface Reseat {
  id: string;
  type: "reseat";
  seat: number;
  to: string | null;
}
/**
 * Have the house make your moves until the end of the deal; only once nothing can change its score.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rest".
 */
export interface Rest {
  id: string;
  type: "rest";
}
/**
 * A search's judgement of every decision of a seat of a finished match; until it is ready, its progress.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  seat: number;
  ready: boolean;
  judged: number;
  decisions: number;
  cost: number;
  remarks: Remark[];
}
/**
 * Request of the organiser to start a round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoundRequest".
 */
export interface RoundRequest {
  round: number;
}
/**
 * The rules that apply, and all options.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rules".
 */
export interface Rules {
  seats: number;
  options: {
    [k: string]: number | string;
  };
  html: string;
}
/**
 * Chosen options; the others have their defaults.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RulesRequest".
 */
export interface RulesRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
}
/**
 * Send a line of chat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  id: string;
  type: "say";
  text: string;
}
/**
 * Change the table's settings, for the owner; None leaves one unchanged.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Settle".
 */
export interface Settle {
  id: string;
  type: "settle";
  hints?: boolean | null;
  pace?: ("quick" | "easy" | "slow") | null;
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | "none" | null;
}
/**
 * Take an open seat; `word` goes into the seed of a match that has not begun.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  id: string;
  type: "sit";
  seat: number;
  name: string;
  word?: string | null;
}
/**
 * Continue without looking further at the last event: bots stop waiting once all players have sent this.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Skip".
 */
export interface Skip {
  id: string;
  type: "skip";
}
/**
 * All that a watcher may know: sent on joining and on joining again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Snapshot".
 */
export interface Snapshot {
  type: "snapshot";
  version: number;
  build: string;
  table: TableInfo;
  you: You;
  board: Board | null;
  events: string[];
  sheet: Score[];
  chat: Happened[];
  present: boolean[];
  watchers: number;
  ticking: Ticking[];
}
/**
 * Public information about a table apart from the cards.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableInfo".
 */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  status: "gathering" | "playing" | "over";
  chairs: Chair[];
  hints: boolean;
  pace: "quick" | "easy" | "slow";
  clock: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  fair: Fair;
  position: PlayedFrom | null;
  taking_back: TakingBack | null;
  rematch: string | null;
  owner_name: string;
  contest: string | null;
  rated: boolean;
}
/**
 * A request to take moves back that waits for consent.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakingBack".
 */
export interface TakingBack {
  seat: number;
  moves: number;
  waits_for: number[];
}
/**
 * The reader of a message.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "You".
 */
export interface You {
  seat: number | null;
  owner: boolean;
  asked: number | null;
  mine: Mine | null;
  may_undo: boolean;
}
/**
 * A seat whose clock runs.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ticking".
 */
export interface Ticking {
  seat: number;
  left: number;
}
/**
 * Deal the first deal, for the owner; every seat must be taken.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  id: string;
  type: "start";
}
/**
 * Request for a new table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableRequest".
 */
export interface TableRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  name: string;
  word?: string | null;
  /**
   * @minItems 2
   * @maxItems 8
   */
  chairs:
    | [ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest]
    | [ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest, ChairRequest];
  hints?: boolean;
  pace?: "quick" | "easy" | "slow";
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  listed?: boolean;
  rated?: boolean;
  start?: boolean;
}
/**
 * The caller's own tables, and public ones to join or watch; the latest first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Tables".
 */
export interface Tables {
  yours: ListedTable[];
  listed: ListedTable[];
}
/**
 * Request for a new club event: several tables play the same cards, in rounds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentRequest".
 */
export interface TournamentRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  title: string;
  name: string;
  rounds?: number;
  per_table?: number | null;
  plays?: boolean;
}
/**
 * Trick in the order of play.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Trick".
 */
export interface Trick {
  plays: Play[];
  winner: number | null;
}
/**
 * Reason of a refusal: `error`, its kind, and `detail`, a line in English.
 *
 * `key` and `params` are the message of that line in any language; `key` is null if there is only the line.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Trouble".
 */
export interface Trouble {
  error: string;
  detail: string;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}
/**
 * Ask to take back your last move and all later ones.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  id: string;
  type: "undo";
}
/**
 * One more event of the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
  type: "update";
  version: number;
  what: Happened;
  table: TableInfo | null;
  you: You;
  board: Board | null;
  events: string[];
  anew: boolean;
  sheet: Score[];
  settled: Saleroom_Server_Protocol_Messages__Settled | null;
  ticking: Ticking[];
}
/**
 * The table after a deal was settled and before the next was dealt.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "saleroom__server__protocol__messages__Settled".
 */
export interface Saleroom_Server_Protocol_Messages__Settled {
  board: Board;
  mine: Mine | null;
}
/**
 * Ask why an action (in the notation of the record) is not legal now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Why".
 */
export interface Why {
  id: string;
  type: "why";
  action: string;
}
