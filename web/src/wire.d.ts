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
  AnswerAsked?: AnswerAsked;
  AnySettlement?: AnySettlement;
  Auction?: Auction;
  Because?: Because;
  Bids?: Bids;
  Board?: Board;
  Brief?: Brief;
  Ceremony?: Ceremony;
  Chair?: Chair;
  ChairAsked?: ChairAsked;
  Challenge?: Challenge;
  Change?: Change;
  Choice?: Choice;
  Consent?: Consent;
  Dailies?: Dailies;
  DailyBrief?: DailyBrief;
  DailyDeal?: DailyDeal;
  DailyPosition?: DailyPosition;
  DailyResults?: DailyResults;
  DealStory?: DealStory;
  Done?: Done;
  Erasing?: Erasing;
  EventAsked?: EventAsked;
  EventDeal?: EventDeal;
  EventPage?: EventPage;
  EventPerson?: EventPerson;
  EventRound?: EventRound;
  EventStanding?: EventStanding;
  EventTable?: EventTable;
  Fact?: Fact;
  Fair?: Fair;
  FairVerdict?: FairVerdict;
  FeltAsked?: FeltAsked;
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
  Login?: Login;
  LoginKey?: LoginKey;
  LoginResponse?: LoginResponse;
  LossPoint?: LossPoint;
  Made?: Made;
  MadeToken?: MadeToken;
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
  PasskeyAsked?: PasskeyAsked;
  PasskeyInfo?: PasskeyInfo;
  PersonAsked?: PersonAsked;
  Ping?: Ping;
  Play?: Play;
  PlayAsked?: PlayAsked;
  PlayFromAsked?: PlayFromAsked;
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
  PushAsked?: PushAsked;
  PushKey?: PushKey;
  PushKeys?: PushKeys;
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
  RoundAsked?: RoundAsked;
  RuleSet?: RuleSet;
  Rules?: Rules;
  RulesAsked?: RulesAsked;
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
  TableAsked?: TableAsked;
  TableInfo?: TableInfo;
  Tables?: Tables;
  TakingBack?: TakingBack;
  Ticking?: Ticking;
  TieBreak?: TieBreak;
  TokenInfo?: TokenInfo;
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
 * A move, in the words of the record. `at` is the `asked` of the sender's own part; an older one is refused.
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
 * What somebody would do in a position.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnswerAsked".
 */
export interface AnswerAsked {
  action: string;
}
/**
 * A settlement of any game, which has more.
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
 * Why an action is not legal now; None when it is.
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
 * The board of any game, which has more: see the game's own `Board`.
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
 * A table in the lobby's lists.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Brief".
 */
export interface Brief {
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
 * What a browser is to hand to `navigator.credentials`, in WebAuthn's own JSON.
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
 * Who sits on a seat.
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
 * Who is to sit on a seat: the maker of the table, anybody, or a player of the house.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairAsked".
 */
export interface ChairAsked {
  kind: "me" | "open" | "bot";
  player?: string | null;
}
/**
 * A challenge to play what somebody played, as far as the asker may know.
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
 * What somebody made of the cards of a challenge.
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
 * By how much a value changes a measure: its mean minus the usual one, on the same cards.
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
 * Answer the request to take back that stands.
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
 * Today's deals, one for each game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Dailies".
 */
export interface Dailies {
  deals: DailyBrief[];
}
/**
 * A day's deal of a game, and how far the asker is with it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DailyBrief".
 */
export interface DailyBrief {
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
 * A day's deal in full, as far as the asker may know.
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
 * What everybody made of a deal: only for those who have played it, or after its day.
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
 * How many people had a score.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ScoreCount".
 */
export interface ScoreCount {
  score: number;
  people: number;
}
/**
 * Somebody's result beside those of all.
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
 * One of today's positions, the same for everybody.
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
 * How many people have answered, and how many of them were right at their first try.
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
 * A command has been carried out (now or when it came first), and is kept safe.
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
 * A club event to be made: several tables play the same cards, in rounds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventAsked".
 */
export interface EventAsked {
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
 * A deal of the asker's, compared with the others in the same seat.
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
 * A club event, as far as the asker may know.
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
 * Somebody who takes part in an event, or did.
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
 * How somebody stands, by the deals that all tables have finished.
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
 * A round that was started.
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
 * Whether the server's own referee finds that the cards came from the seed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FairVerdict".
 */
export interface FairVerdict {
  faults: string[];
}
/**
 * How a right answer felt.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FeltAsked".
 */
export interface FeltAsked {
  felt: "easy" | "hard";
}
/**
 * What a search weighed, the best first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  options: Weighing[];
  others: number;
}
/**
 * What a search expects of one option.
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
 * What the asker has done in one game.
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
 * Matches played whole against house players of one level, and nobody else.
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
 * What the review of one match found.
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
 * A game of the house.
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
 * What an event of the table did, for announcements and chat.
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
 * The first message of a socket: who it is. Without a token, or without a seat, it watches.
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
 * What the house would do, and why. `figures` are those of its search; None before that is ready.
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
 * The games, and the players of the house that may be given a seat.
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
 * The rule sets of a game, and what was measured of its options; no tables where nothing was.
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
 * What was measured at one number of seats.
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
 * What was measured of one option, all others being as usual.
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
 * A value of an option that was compared with the usual one.
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
 * A whole choice of options: one that has a name, or one option that is not as usual.
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
 * A number and the range in which it lies, where that is known.
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
 * Give up one's seat: open before the match, the house's during it.
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
 * A step of a first lesson: what is on the table, what is told, and what the learner is to do (None: go on).
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
 * A code that makes another device one with the asker's, once, within `seconds`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LinkCode".
 */
export interface LinkCode {
  code: string;
  seconds: number;
}
/**
 * A code that somebody typed or scanned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Linked".
 */
export interface Linked {
  code: string;
}
/**
 * A passkey that was used.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Login".
 */
export interface Login {
  credential: LoginKey;
}
/**
 * A passkey that was used: `PublicKeyCredential.toJSON()`.
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
 * What an authenticator answered.
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
 * A table that was made.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Made".
 */
export interface Made {
  id: string;
}
/**
 * A new token; the secret is shown this once.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MadeToken".
 */
export interface MadeToken {
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
 * A finished match of the asker's.
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
 * One page of the asker's matches, the latest first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchLines".
 */
export interface MatchLines {
  matches: MatchLine[];
  more: boolean;
}
/**
 * A finished match: who, by which rules, the score sheet, the proof.
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
 * The step of a finished match from which another one goes on.
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
 * The asker: a guest, or, with a passkey, somebody with an account.
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
 * A passkey of the asker's.
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
 * The owner keeps the person of another seat from chat and reactions, or lets them in again.
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
 * How friends can reach this server.
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
 * A passkey that was made: `PublicKeyCredential.toJSON()`.
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
 * What an authenticator answered.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewKeyResponse".
 */
export interface NewKeyResponse {
  clientDataJSON: string;
  attestationObject: string;
}
/**
 * A passkey that was made, and its name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewPasskey".
 */
export interface NewPasskey {
  name: string;
  credential: NewKey;
}
/**
 * A program to be made. Its name is shown at tables and stands for it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewProgram".
 */
export interface NewProgram {
  name: string;
}
/**
 * A token to be made.
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
 * Let the house make the move of a seat whose clock has run out, or play for one that is away until it is back.
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
 * Which matches are wanted.
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
 * A pairing code that somebody typed or scanned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Paired".
 */
export interface Paired {
  code: string;
}
/**
 * A code that lets another device of the same person take over their seat, once, within `seconds`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pairing".
 */
export interface Pairing {
  code: string;
  seconds: number;
}
/**
 * What a new passkey is to be called.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PasskeyAsked".
 */
export interface PasskeyAsked {
  name: string;
}
/**
 * The organiser has somebody leave.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PersonAsked".
 */
export interface PersonAsked {
  person: number;
}
/**
 * Ask whether the connection still works; the answer is a `Pong`.
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
 * Somebody takes part in a contest under this name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayAsked".
 */
export interface PlayAsked {
  name: string;
}
/**
 * A table that goes on from a step of a finished match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayFromAsked".
 */
export interface PlayFromAsked {
  deal: number;
  step: number;
  seat: number;
  player: string;
  name: string;
  pace?: "quick" | "easy" | "slow";
}
/**
 * The connection works: the answer to a `Ping`, also sent when nothing else was sent for some seconds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
}
/**
 * What an asker can practise today.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Practice".
 */
export interface Practice {
  day: string;
  games: PracticeGame[];
}
/**
 * What an asker can practise of one game.
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
 * A decision for which a search has found a better one.
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
 * When a position is asked again, in seconds since the epoch.
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
 * A program of the asker's.
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
 * A browser that is to be told, and what it is to say.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushAsked".
 */
export interface PushAsked {
  endpoint: string;
  keys: PushKeys;
  turn: string;
  soon: string;
}
/**
 * How messages for a browser are encrypted; as `PushSubscription.toJSON` has it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushKeys".
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * What a browser needs to be told anything by this server; None where it tells nobody.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  key: string | null;
}
/**
 * A short phrase or a small picture, shown to everybody for a moment and not kept.
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
 * A seat has shown something for a moment; not an event of the table, so without a version.
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
 * After the end: the same players at a new table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  id: string;
  type: "rematch";
}
/**
 * The owner has the person of another seat leave; they may watch, but take no seat of this table again.
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
 * Tell whoever runs the server about the person of another seat. Nobody at the table learns of it.
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
 * The owner gives a seat to the bot `to`, or opens it (None). Never their own.
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
 * Let the house make the sender's moves until the deal is over; only once nothing can change what it scores.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rest".
 */
export interface Rest {
  id: string;
  type: "rest";
}
/**
 * How a search judges every decision of a seat of a finished match; while it is being made, how far it is.
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
 * The organiser starts a round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoundAsked".
 */
export interface RoundAsked {
  round: number;
}
/**
 * The rules that apply, and the options complete.
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
 * Options that were chosen; those not named have their defaults.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RulesAsked".
 */
export interface RulesAsked {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
}
/**
 * A line of chat.
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
 * The owner changes how the table is run; None leaves a thing as it is.
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
 * The sender has seen what just happened: bots wait for it no longer once everybody at the table has.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Skip".
 */
export interface Skip {
  id: string;
  type: "skip";
}
/**
 * Everything that a watcher may know: sent on joining and on joining again.
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
 * What everybody knows about a table apart from the cards.
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
 * Who the reader of a message is.
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
 * The owner has the first deal dealt; every seat must be taken.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  id: string;
  type: "start";
}
/**
 * A table to be made.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableAsked".
 */
export interface TableAsked {
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
    | [ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked]
    | [ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked, ChairAsked];
  hints?: boolean;
  pace?: "quick" | "easy" | "slow";
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  listed?: boolean;
  rated?: boolean;
  start?: boolean;
}
/**
 * The asker's own tables, and those that anybody may join or watch; the latest first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Tables".
 */
export interface Tables {
  yours: Brief[];
  listed: Brief[];
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
 * Why something was refused: `error`, its kind, and `detail`, a line in English.
 *
 * `key` and `params` are what the line says, without a language; `key` is null where there is only the line.
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
 * Ask to take back one's last move and all after it.
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
 * The table when a deal had been settled and the next not yet dealt.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "saleroom__server__protocol__messages__Settled".
 */
export interface Saleroom_Server_Protocol_Messages__Settled {
  board: Board;
  mine: Mine | null;
}
/**
 * Ask why an action (in words) is not legal now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Why".
 */
export interface Why {
  id: string;
  type: "why";
  action: string;
}
