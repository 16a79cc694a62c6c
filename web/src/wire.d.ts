/* Generated from the server's messages by make types. */

/** Make a move, in the notation of the record. `at` is the `asked` of your own part; an older one is refused. */
export interface Act {
  id: string;
  type: "act";
  at: number;
  action: string;
}

/** A person's answer to a position. */
export interface AnswerRequest {
  action: string;
}

/** A settlement of any game; each game adds fields. */
export interface AnySettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
}

/** Auction of this deal, in progress or finished. */
export interface Auction {
  /** Highest bid so far; 0 means a check. */
  bid: number | null;
  /** Highest bidder; None if there is no bid. */
  bidder: number | null;
  /** Each seat's last call: ``pass``, ``bid 3``, ``offer 7C H`` … */
  said: (string | null)[];
  /** Seats that may still call, in order. A seat that may call more than once is listed once. */
  to_speak: number[];
  /** Whether the bidding continues. */
  open: boolean;
}

/** Why an action is not legal now; None if it is. */
export interface Because {
  type: "because";
  id: string;
  text: string | null;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** The table after a deal was settled and before the next was dealt. */
export interface BetweenDeals {
  board: Board;
  /** The view of the reader's seat; None for a spectator. */
  mine: Mine | null;
}

/** Range of amounts that may be bid: ``bid low`` … ``bid high``. */
export interface Bids {
  low: number;
  high: number;
}

/** The board of any game; each adds fields, see the game's own `Board`. */
export interface Board {
  phase: string;
  /** Number of this deal, from 1. */
  deal: number;
  /** Number of the last possible deal. */
  last_deal: number;
  dealer: number;
  /** Seats that may act now. In a sealed phase, these are the seats that have not chosen yet. */
  acting: number[];
  /** Each seat's score, in points or chips. */
  scores: number[];
  /** Winning seats; empty until the match has ended. */
  winners: number[];
  /** Why one of several possible winners has won; None if there was no tie. */
  tie_break: TieBreak | null;
  /** Number of cards or tiles that each seat holds. */
  held: number[];
  /** Whether public information shows that the scores of this deal can no longer change. */
  decided: boolean;
  game: string;
  /** How the last deal was scored. */
  last: AnySettlement | null;
}

/** The games, and the house players that may be given a seat. */
export interface Catalogue {
  games: GameInfo[];
  players: string[];
  build: string;
}

/** Options that the browser passes to `navigator.credentials`, in WebAuthn's own JSON. */
export interface Ceremony {
  options: {
    [k: string]: unknown;
  };
}

/** The player of a seat. */
export interface Chair {
  kind: "open" | "human" | "bot";
  name: string;
  /** Name of the house player, if it is one. */
  player: string | null;
  owner: boolean;
  /** Whether it is a program that plays over the Bot API. Its `kind` is that of people, whose rights it has. */
  program: boolean;
  /** Whether the owner bars them from chat and reactions. */
  muted: boolean;
}

/** Player for a seat: the creator of the table, any person, or a house player. */
export interface ChairRequest {
  kind: "me" | "open" | "bot";
  player?: string | null;
}

/** A challenge to play a person's cards, as far as the caller may know. */
export interface Challenge {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  /** The challenger. */
  name: string;
  /** The challenger's seat. */
  seat: number;
  /** Level of the house player of each seat. */
  opponents: string[];
  /** Seats where people sat in that match; the house plays for them. */
  stood_in: number[];
  status: "open" | "playing" | "over";
  /** The caller's table with these cards. */
  table: string | null;
  /** All who have played it; only for those who have. */
  opened: Played[] | null;
}

/** Change of a measure by a value: its mean less the usual one, on the same cards. */
export interface Change {
  /** As in a study, except `minutes`, which replaces its `decisions`. */
  measure: string;
  change: number;
  low: number | null;
  high: number | null;
  certainty: "sure" | "some" | "reversed" | "open";
}

/** One option of a game. */
export interface Choice {
  name: string;
  kind: "number" | "word";
  /** The allowed words, or a few numbers; empty for a range. */
  values: (number | string)[];
  low: number | null;
  high: number | null;
  /** The default by number of seats. */
  defaults: {
    [k: string]: number | string;
  };
  meaning: string;
  unit: string;
}

/** Answer the open request to take moves back. */
export interface Consent {
  id: string;
  type: "consent";
  yes: boolean;
}

/** A new table. */
export interface Created {
  id: string;
}

/** A new token; the secret is shown only once. */
export interface CreatedToken {
  secret: string;
  token: TokenInfo;
}

/** Today's deals, one for each game. */
export interface Dailies {
  deals: ListedDaily[];
}

/** A day's deal in full, as far as the caller may know. */
export interface DailyDeal {
  game: string;
  title: string;
  /** Such as ``2026-11-23``, in UTC. */
  day: string;
  /** End of the day, in seconds since the epoch. */
  closes_at: number;
  /** Number of people who have finished it. */
  players: number;
  status: "open" | "playing" | "over";
  /** The caller's table, once they have begun. */
  table: string | null;
  /** The caller's result; None before it, or if they finished after the day. */
  score: number | null;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  /** Level of the house player of each seat; the one of seat 0, the caller's, is ignored. */
  opponents: string[];
  /** Source of the cards: the server's secret, or the date, from which players can compute them. */
  source: "secret" | "date";
  /** SHA-256 of the server's seed, in hex. */
  commit: string;
  /** Time of its publication. */
  published_at: number;
  opened: DailyResults | null;
}

/** One of today's positions, the same for all people. */
export interface DailyPosition {
  id: string;
  /** Whether the caller's first answer was right; None before it. */
  right: boolean | null;
  /** Others' answers; None before the caller's. */
  share: Share | null;
}

/** Results of all players of a deal: only for those who have played it, or after its day. */
export interface DailyResults {
  /** Its SHA-256 is the commitment, in hex. */
  server_seed: string;
  /** The lowest first. */
  scores: ScoreCount[];
  /** Share of the others who had a lower score than the caller, 0 to 1; None if there are no others. */
  beaten: number | null;
  best: Ranked | null;
  /** The best accounts. */
  ranking: Ranked[];
  /** Score of each level of the house in the same seat; None if it is still playing. */
  house: {
    [k: string]: number | null;
  };
}

/** A deal of a finished match, step by step. */
export interface DealStory {
  deal: number;
  steps: Step[];
}

/** A command has been carried out (now or when first sent), and is stored. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** The one confirmation. */
export interface Erasing {
  sure: boolean;
}

/** A deal of the caller's, compared with the others in the same seat. */
export interface EventDeal {
  round: number;
  deal: number;
  seat: number;
  score: number;
  points: number;
  possible: number;
  difference: number;
}

/** A club event, as far as the caller may know. */
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
  /** The last started round; 0 before the first. */
  round: number;
  status: "gathering" | "playing" | "between" | "over";
  /** Maximum number of people at a table, as of now. */
  per_table: number;
  organiser_name: string;
  /** Whether the caller is the organiser. */
  organiser: boolean;
  /** The caller's number, while they take part. */
  you: number | null;
  /** Table at which the caller has to play now. */
  table: string | null;
  people: EventPerson[];
  standings: EventStanding[];
  played: EventRound[];
  /** The caller's deals. */
  deals: EventDeal[];
  /** SHA-256 of the event's seed, in hex; the rounds' seeds are derived from that seed. */
  commit: string;
  /** The seed, when the event is over. */
  seed: string | null;
}

/** A person who takes part in an event, or did. */
export interface EventPerson {
  number: number;
  name: string;
  status: "in" | "left" | "removed";
}

/** A started round. */
export interface EventRound {
  number: number;
  over: boolean;
  tables: EventTable[];
}

/** A person's standing, from the deals that all tables have finished. */
export interface EventStanding {
  person: number;
  rank: number;
  /** Match points: one for each of the others with a lower score in the same seat, half of one for an equal score. */
  points: number;
  possible: number;
  /** `points` divided by `possible`; None while there is nothing to compare. */
  share: number | null;
  /** Own scores less the means of the others. */
  difference: number;
  deals: number;
  /** Number of their moves in finished rounds. */
  moves: number;
  /** Number of those moves that the house made. */
  by_house: number;
}

/** A table of a round. */
export interface EventTable {
  number: number;
  /** Its id, if the caller may see it now. */
  id: string | null;
  /** By seat; None for the house. */
  people: (number | null)[];
  /** Number of finished deals. */
  deals: number;
  over: boolean;
  /** Sum of the scores by seat; None until the round is over. */
  scores: number[] | null;
}

/** Public field of the game's record. */
export interface Fact {
  /** Name, such as ``trump``. */
  name: string;
  meaning: string;
  unit: string;
  by_seat: boolean;
  /**
   * Values: one list for each seat, or a single list. Pieces are given as names, suits as letters.
   *
   * A field with several elements, such as the goods on sale, has them in one list; elements that mean "nothing" are
   * left out.
   */
  values: string[][];
}

/** The proof of a fair deal, as far as it is public. */
export interface Fair {
  commit: string;
  words: string[];
  /** Shown once the match is over. */
  server_seed: string | null;
}

/** Whether the server's own referee confirms that the cards follow from the seed. */
export interface FairVerdict {
  faults: string[];
}

/** How easy a right answer felt. */
export interface FeltRequest {
  felt: "easy" | "hard";
}

/** A search's estimates, the best first. */
export interface Figures {
  options: Weighing[];
  /** Number of further options. */
  others: number;
}

/** The caller's statistics in one game. */
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
  /** The oldest first. */
  losses: LossPoint[];
}

/** A game of this server. */
export interface GameInfo {
  name: string;
  title: string;
  gist: string;
  seats: number[];
  usual_seats: number;
  unit: "points" | "chips";
  options: Choice[];
  /** Options for a short match. */
  daily: {
    [k: string]: number | string;
  };
  /** Whether it has a first lesson. */
  lesson: boolean;
}

/** Public board of a game without a scene; `held` is empty. */
export interface GenericBoard {
  phase: string;
  /** Number of this deal, from 1. */
  deal: number;
  /** Number of the last possible deal. */
  last_deal: number;
  dealer: number;
  /** Seats that may act now. In a sealed phase, these are the seats that have not chosen yet. */
  acting: number[];
  /** Each seat's score, in points or chips. */
  scores: number[];
  /** Winning seats; empty until the match has ended. */
  winners: number[];
  /** Why one of several possible winners has won; None if there was no tie. */
  tie_break: TieBreak | null;
  /** Number of cards or tiles that each seat holds. */
  held: number[];
  /** Whether public information shows that the scores of this deal can no longer change. */
  decided: boolean;
  game: string;
  unit: "points" | "chips";
  facts: Fact[];
  last: Settled | null;
}

/** A new guest's token: 256 bits, shown once, kept in the browser. */
export interface Guest {
  token: string;
}

/** Public description of a table event, for announcements and chat. */
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
  /** Name of the acting player at that time. */
  name: string;
  /** A line of chat, a move's text as this watcher sees it, the name of the seat's new player … */
  text: string;
  /** Whether the house made the move of an absent player. */
  by_house: boolean;
  /** Number of moves that an undo took back, or that an undo request would take back. */
  moves: number;
}

/** First message of a socket: its token. Without a token, or without a seat, it watches. */
export interface Hello {
  type: "hello";
  token?: string | null;
}

/** Ask what the house would do here, and why. */
export interface Hint {
  id: string;
  type: "hint";
}

/** What the house would do, and why. `figures` are those of its search; None before it is ready. */
export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  reasons: Reason[];
  figures: Figures | null;
}

/** The rule sets of a game, and measurements of its options; without measurements, no tables. */
export interface HouseRules {
  /** Assumed seconds for a decision. */
  seconds: number;
  tables: MeasuredTable[];
  sets: RuleSet[];
}

/** Complete matches with house players of one level only. */
export interface LadderRung {
  level: string;
  matches: number;
  won: number;
  /** Expected number of wins of a player exactly as good as the others. */
  fair: number;
}

/** Leave your seat: it is open before the match, and the house's during it. */
export interface Leave {
  id: string;
  type: "leave";
}

/** A short scripted deal, from the learner's seat. */
export interface Lesson {
  game: string;
  seat: number;
  names: string[];
  options: {
    [k: string]: number | string;
  };
  steps: LessonStep[];
}

/** A step of a first lesson: the table, the text, and the action expected from the learner (None: continue). */
export interface LessonStep {
  /** A message key of the client. */
  say: string;
  expect: string | null;
  board: Board;
  mine: Mine;
  events: string[];
}

/** Code that links another device with the caller's, once, within `seconds`. */
export interface LinkCode {
  code: string;
  seconds: number;
}

/** A code that a person typed or scanned. */
export interface Linked {
  code: string;
}

/** A day's deal of a game, and the caller's status in it. */
export interface ListedDaily {
  game: string;
  title: string;
  /** Such as ``2026-11-23``, in UTC. */
  day: string;
  /** End of the day, in seconds since the epoch. */
  closes_at: number;
  /** Number of people who have finished it. */
  players: number;
  status: "open" | "playing" | "over";
  /** The caller's table, once they have begun. */
  table: string | null;
  /** The caller's result; None before it, or if they finished after the day. */
  score: number | null;
}

/** A table in the lobby's lists. */
export interface ListedTable {
  id: string;
  game: string;
  title: string;
  status: "gathering" | "playing" | "over";
  /** Name at each seat; empty for an open seat. */
  names: string[];
  scores: number[];
  winners: number[];
  /** The caller's seat. */
  seat: number | null;
  made_at: number;
  last_at: number;
}

/** A used passkey. */
export interface Login {
  credential: LoginKey;
}

/** A used passkey: `PublicKeyCredential.toJSON()`. */
export interface LoginKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: LoginResponse;
}

/** Response of an authenticator. */
export interface LoginResponse {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}

/** Result of the review of one match. */
export interface LossPoint {
  table: string;
  at: number;
  decisions: number;
  /** Points or chips lost in all decisions. */
  cost: number;
}

/** A finished match of the caller's. */
export interface MatchLine {
  id: string;
  game: string;
  title: string;
  seat: number;
  /** Name at each seat at the end. */
  names: string[];
  /** Levels of its house players; empty if there were none. */
  level: string;
  people: number;
  score: number;
  place: number;
  won: boolean;
  bids_made: number;
  bids_set: number;
  /** Whether the caller had hints; None if unknown. */
  hints: boolean | null;
  undone: boolean;
  /** Whether the caller played from the first deal to the last. */
  whole: boolean;
  stayed: boolean;
  rated: boolean;
  over_at: number;
  /** Mean loss of a decision, by a review; None without one. */
  loss: number | null;
}

/** One page of the caller's matches, the latest first. */
export interface MatchLines {
  matches: MatchLine[];
  /** Whether another page follows. */
  more: boolean;
}

/** A finished match: players, rules, score sheet, proof of a fair deal. */
export interface MatchStory {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  names: string[];
  /** House player of each seat at the first deal; None for people. */
  players: (string | null)[];
  sheet: Score[];
  /** Total of each seat after each deal; shape (deals, seats). */
  totals: number[][];
  scores: number[];
  winners: number[];
  /** How a tie for the win was broken; None if there was none. */
  tie_break: TieBreak | null;
  fair: Fair;
  /** Step at which it began, if not with its first deal; then `fair` proves nothing. */
  position: PlayedFrom | null;
  seed: string;
  /** As in `TableInfo`. */
  contest: string | null;
  made_at: number;
  over_at: number;
}

/** The caller: a guest, or a person with an account if they have a passkey. */
export interface Me {
  account: boolean;
  devices: number;
  passkeys: PasskeyInfo[];
  /** Host name for which a passkey created here would be; None if the address has no name. */
  place: string | null;
  games: GameFigures[];
}

/** Measurements of one option, with all others as usual. */
export interface MeasuredOption {
  option: string;
  usual: number | string;
  /** Measures worth a chart. */
  measures: string[];
  values: MeasuredValue[];
}

/** Measurements with one number of seats. */
export interface MeasuredTable {
  seats: number;
  /** Player in every seat: the strongest measured. */
  level: string;
  /** Number of measured levels of play. */
  levels: number;
  /** Mean of each measure with the usual rules. */
  usual: {
    [k: string]: number;
  };
  options: MeasuredOption[];
}

/** A value of an option, compared with the usual one. */
export interface MeasuredValue {
  value: number | string;
  matches: number;
  /** Whether it changed any match. */
  used: boolean;
  /** Changes of every measure of the option, the clearest first. */
  changes: Change[];
}

/** What only one seat sees, and its legal actions. */
export interface Mine {
  /** The seat's cards or tiles in display order (a trump suit first, high cards first). */
  hand: string[];
  /** The seat's legal actions in the notation of the record, except the bids in `bids`. */
  legal: string[];
  bids: Bids | null;
  /** Largest amount that the seat can pay, if it is bidding and bids cost chips; else None. */
  afford: number | null;
  /** The seat's sealed choice that is still hidden, in the notation of events; None if there is none. */
  chosen: string | null;
  /** Name of the poker hand that its cards make, such as ``two-pair``. */
  made: string | null;
  /** Cards that the seat has discarded in this deal, hidden from other seats. */
  thrown: string[];
}

/** Bar the person of another seat from chat and reactions, or readmit them; for the owner. */
export interface Mute {
  id: string;
  type: "mute";
  seat: number;
  on: boolean;
}

/** Addresses at which friends can reach this server. */
export interface Network {
  /** The public URL, if there is one. */
  public: string | null;
  /** URLs that the local network can reach; empty while it has no access. */
  addresses: string[];
  /** Whether the caller may open access to the network: they use this machine, and it is not open yet. */
  may_open: boolean;
}

/** A new passkey: `PublicKeyCredential.toJSON()`. */
export interface NewKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: NewKeyResponse;
}

/** Response of an authenticator. */
export interface NewKeyResponse {
  clientDataJSON: string;
  attestationObject: string;
}

/** A new passkey, and its name. */
export interface NewPasskey {
  name: string;
  credential: NewKey;
}

/** Request for a new program. Its name is shown at tables, and identifies it. */
export interface NewProgram {
  name: string;
}

/** Request for a new token. */
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

/** Have the house move for a seat whose clock has run out, or play for one that is away until it is back. */
export interface Nudge {
  id: string;
  type: "nudge";
  seat: number;
}

/** Filter and page of the list of matches. */
export interface Page {
  game?: string | null;
  level?: string | null;
  page?: number;
}

/** A pairing code that a person typed or scanned. */
export interface Paired {
  code: string;
}

/** Code with which another device of the same person can take over their seat, once, within `seconds`. */
export interface Pairing {
  code: string;
  seconds: number;
}

/** A passkey of the caller's. */
export interface PasskeyInfo {
  id: string;
  name: string;
  /** Name of the host where it works. */
  place: string;
  made_at: number;
  used_at: number;
}

/** Name of a new passkey. */
export interface PasskeyRequest {
  name: string;
}

/** Request of the organiser to remove a person. */
export interface PersonRequest {
  person: number;
}

/** Check whether the connection still works; the answer is a `Pong`. */
export interface Ping {
  type: "ping";
}

/** Card on the table in front of a seat. */
export interface Play {
  seat: number;
  card: string;
}

/** Request for a table that continues from a step of a finished match. */
export interface PlayFromRequest {
  deal: number;
  /** Step of that deal's story, from 0. */
  step: number;
  /** The caller's seat. */
  seat: number;
  /** House player for the other seats. */
  player: string;
  name: string;
  pace?: "quick" | "easy" | "slow";
}

/** A person takes part in a contest under this name. */
export interface PlayRequest {
  name: string;
}

/** A player's result with the cards of a challenge. */
export interface Played {
  name: string;
  table: string;
  /** Score change of each deal. */
  deals: number[];
  score: number;
}

/** The step of a finished match from which another one continues. */
export interface PlayedFrom {
  table: string;
  /** From 1. */
  deal: number;
  /** Step of that deal's story, from 0. */
  step: number;
}

/** The connection works: the answer to a `Ping`, also sent after some seconds without another message. */
export interface Pong {
  type: "pong";
}

/** The caller's practice today. */
export interface Practice {
  /** In UTC, as ISO 8601. */
  day: string;
  games: PracticeGame[];
}

/** Whether an answer was right, and why. */
export interface PracticeAnswer {
  right: boolean;
  /** The answer in the notation of the record. */
  action: string;
  /** The action played in the match, the better one, and why. */
  remark: Remark;
  /** Table of the match; None for a match of the house only. */
  table: string | null;
  /** For a daily position. */
  share: Share | null;
  /** Time of the next repetition, in seconds since the epoch. */
  due: number;
}

/** Time of the next repetition of a position, in seconds since the epoch. */
export interface PracticeDue {
  due: number;
}

/** The caller's practice of one game. */
export interface PracticeGame {
  game: string;
  title: string;
  /** Ids of their own due positions, the longest due first; at most a fixed number. */
  due: string[];
  /** Number of positions stored for them, due or not. */
  kept: number;
  /** Time at which the next position becomes due, in seconds since the epoch. */
  next_due: number | null;
  daily: DailyPosition[];
  /** Whether the search for today's positions is still running. */
  preparing: boolean;
}

/** A moment of a match as one seat saw it: what would you do? */
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
  /** Events of this deal, as the seat saw them. */
  events: string[];
  /** Date of the daily position; None if it comes from the caller's own reviews. */
  day: string | null;
}

/** Who is connected; not an event of the table, so without a version. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}

/** A program of the caller's. */
export interface ProgramInfo {
  id: string;
  name: string;
  made_at: number;
  tokens: TokenInfo[];
}

/** Key that a browser needs to subscribe to this server's notifications; None if it sends none. */
export interface PushKey {
  key: string | null;
}

/** Encryption keys of messages for a browser, as in `PushSubscription.toJSON`. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A browser to notify, with the texts of its notifications. */
export interface PushRequest {
  endpoint: string;
  keys: PushKeys;
  /** Text of the notification that it is their turn. */
  turn: string;
  /** Text of the notification that their time runs out soon. */
  soon: string;
}

/** A person's result with its rank. */
export interface Ranked {
  /** 1 plus the number of people with a higher score. */
  rank: number;
  name: string;
  score: number;
  table: string;
}

/** Strength among people in one game: 1500 before the first match. */
export interface Rating {
  value: number;
  /** Half the width of the interval that contains the true strength of nineteen of twenty people. */
  margin: number;
  matches: number;
}

/** Show a short phrase or a small picture to all for a moment; it is not stored. */
export interface React {
  id: string;
  type: "react";
  what:
    "hello" | "luck" | "nice" | "thanks" | "sorry" | "moment" | "clap" | "smile" | "wow" | "think" | "sad" | "cheers";
}

/** A seat's reaction, shown for a moment; not an event of the table, so without a version. */
export interface Reacted {
  type: "reacted";
  seat: number;
  what:
    "hello" | "luck" | "nice" | "thanks" | "sorry" | "moment" | "clap" | "smile" | "wow" | "think" | "sad" | "cheers";
}

/** Reason for an action: a message key of the client and its parameters. */
export interface Reason {
  key: string;
  values: {
    [k: string]: string | number;
  };
}

/** A command has not been carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: "illegal" | "stale" | "not-yours" | "not-now" | "full" | "too-fast" | "malformed" | "trouble";
  /** The reason in English, as a sentence. */
  text: string;
  /** Key of the text in message files; None if there is only the text. */
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** A decision for which a search has found a better action. */
export interface Remark {
  deal: number;
  /** Step of that deal's story, from 0, that shows the table before the decision. */
  step: number;
  /** In the notation of the record. */
  played: string;
  better: string;
  /** Estimated loss of points or chips in the deal; 0 if it lost only chances to win the match. */
  cost: number;
  /** Half the width of the 95 % interval of `cost`. */
  margin: number;
  /** Lost chance to win the match, 0 to 1; below 0 if it gained. */
  wins: number;
  /** Effects of the better action; for each figure, `played` is that of the played action. */
  reasons: Reason[];
  /** Other actions that no review would criticise. */
  also: string[];
}

/** Continue after the end: the same players at a new table. */
export interface Rematch {
  id: string;
  type: "rematch";
}

/** Remove the person of another seat, for the owner; they may watch, but take no seat of this table again. */
export interface Remove {
  id: string;
  type: "remove";
  seat: number;
}

/** Report the person of another seat to the operator. The table is not informed. */
export interface Report {
  id: string;
  type: "report";
  seat: number;
  about: "language" | "unfair" | "nickname" | "other";
}

/** Give a seat to the bot `to`, or open it (None); for the owner, and never their own. */
export interface Reseat {
  id: string;
  type: "reseat";
  seat: number;
  to: string | null;
}

/** Have the house make your moves until the end of the deal; only once nothing can change its score. */
export interface Rest {
  id: string;
  type: "rest";
}

/** A search's judgement of every decision of a seat of a finished match; until it is ready, its progress. */
export interface Review {
  seat: number;
  ready: boolean;
  /** Number of decisions judged so far. */
  judged: number;
  /** Number of all decisions; 0 before it is known. */
  decisions: number;
  /** Sum of all remarks. */
  cost: number;
  /** In the order of the match. */
  remarks: Remark[];
}

/** Request of the organiser to start a round. */
export interface RoundRequest {
  /** Its number: if requested twice, it is started once. */
  round: number;
}

/** A complete choice of options: a named one, or one with a single unusual option. */
export interface RuleSet {
  /** Name; the client has its text. */
  name: string | null;
  seats: number;
  /** Unusual options only. */
  options: {
    [k: string]: number | string;
  };
  /** 0 if nothing was measured. */
  matches: number;
  /** 10th, 50th and 90th percentile of match length. */
  minutes: Spread | null;
  /** Share of the outcome due to the cards, 0 to 1: mean and interval. */
  luck: Spread | null;
}

/** The rules that apply, and all options. */
export interface Rules {
  seats: number;
  options: {
    [k: string]: number | string;
  };
  /** The text as HTML without scripts, made from the game's own rules. */
  html: string;
}

/** Chosen options; the others have their defaults. */
export interface RulesRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
}

/** Send a line of chat. */
export interface Say {
  id: string;
  type: "say";
  text: string;
}

/** One line of the score sheet. */
export interface Score {
  deal: number;
  dealer: number;
  score: number[];
  carry: number;
  /** Note on the line, such as the pitcher's bid. */
  note: string | null;
}

/** Number of people with a score. */
export interface ScoreCount {
  score: number;
  people: number;
}

/** Change the table's settings, for the owner; None leaves one unchanged. */
export interface Settle {
  id: string;
  type: "settle";
  hints?: boolean | null;
  pace?: ("quick" | "easy" | "slow") | null;
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | "none" | null;
}

/** Fields shared by the settlements of all games. */
export interface Settled {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
}

/** Number of people who have answered, and how many were right at their first try. */
export interface Share {
  people: number;
  right: number;
}

/** Take an open seat; `word` goes into the seed of a match that has not begun. */
export interface Sit {
  id: string;
  type: "sit";
  seat: number;
  name: string;
  word?: string | null;
}

/** Continue without looking further at the last event: bots stop waiting once all players have sent this. */
export interface Skip {
  id: string;
  type: "skip";
}

/** All that a watcher may know: sent on joining and on joining again. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  /** Build of this server's client; a client of another build should reload. */
  build: string;
  table: TableInfo;
  you: You;
  board: Board | null;
  /** Events of this deal as this watcher saw them. */
  events: string[];
  sheet: Score[];
  chat: Happened[];
  present: boolean[];
  watchers: number;
  ticking: Ticking[];
}

/** A number and its interval, if known. */
export interface Spread {
  low: number | null;
  middle: number;
  high: number | null;
}

/** Deal the first deal, for the owner; every seat must be taken. */
export interface Start {
  id: string;
  type: "start";
}

/** One event of a finished match, and the table after it. */
export interface Step {
  /** In the notation of the record, except ``table deal``, which is one step for all hands. */
  event: string;
  board: Board;
  /** Every seat's hand, open. */
  hands: string[][];
}

/** Public information about a table apart from the cards. */
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
  /** Proves nothing if there is a `position`. */
  fair: Fair;
  /** Start of the match, if not with its first deal. */
  position: PlayedFrom | null;
  taking_back: TakingBack | null;
  /** Id of the rematch table. */
  rematch: string | null;
  owner_name: string;
  /** Contest in which others play the same cards, also the address of its page; None for most tables. */
  contest: string | null;
  /** Whether the match counts for ratings. */
  rated: boolean;
}

/** Request for a new table. */
export interface TableRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  /** The creator's name. */
  name: string;
  /** Their word for the seed. */
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
  /** Whether it counts for ratings: between people only, without hints and undo. */
  rated?: boolean;
  /** Deal at once; every seat must be taken. */
  start?: boolean;
}

/** The caller's own tables, and public ones to join or watch; the latest first. */
export interface Tables {
  yours: ListedTable[];
  listed: ListedTable[];
}

/** A request to take moves back that waits for consent. */
export interface TakingBack {
  seat: number;
  /** Number of moves to take back, the last first. */
  moves: number;
  waits_for: number[];
}

/** A seat whose clock runs. */
export interface Ticking {
  seat: number;
  /** Seconds left when this was sent; 0 if time has run out. */
  left: number;
}

/** Tie-break between players who reached the target in the same deal: the winner by the rules, and the reason. */
export interface TieBreak {
  seat: number;
  /** All seats that reached the target in the last deal, including the winner. */
  among: number[];
  /** What decided the tie, as a key in the game's messages in the client (`tie`). */
  by: string;
}

/** A token, without its secret. */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: ("bot:play" | "challenge:read" | "challenge:write")[];
  made_at: number;
  used_at: number | null;
}

/** Request for a new club event: several tables play the same cards, in rounds. */
export interface TournamentRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  title: string;
  /** The organiser's name. */
  name: string;
  rounds?: number;
  /** Maximum number of people at a table; None: as many as leave two tables. */
  per_table?: number | null;
  /** Whether the organiser takes part. */
  plays?: boolean;
}

/** Trick in the order of play. */
export interface Trick {
  plays: Play[];
  /** Seat that has won the trick or is winning it; None before the first card. */
  winner: number | null;
}

/**
 * Reason of a refusal: `error`, its kind, and `detail`, a line in English.
 *
 * `key` and `params` are the message of that line in any language; `key` is null if there is only the line.
 */
export interface Trouble {
  error: string;
  detail: string;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** Ask to take back your last move and all later ones. */
export interface Undo {
  id: string;
  type: "undo";
}

/** One more event of the table. */
export interface Update {
  type: "update";
  version: number;
  what: Happened;
  table: TableInfo | null;
  you: You;
  board: Board | null;
  /** New events as this watcher saw them. For an opened sealed choice, its event is repeated with its piece. */
  events: string[];
  /**
   * Whether `events` contains every event of this deal, as in a snapshot. This is so after an undo, and for a newly
   * seated player.
   */
  anew: boolean;
  /** New lines of the score sheet. */
  sheet: Score[];
  /** The table between two deals, if the event ended a deal and the next was dealt at once. */
  settled: BetweenDeals | null;
  ticking: Ticking[];
}

/** A search's estimates for one option. */
export interface Weighing {
  action: string;
  /** Mean score of the deal, in the game's unit. */
  score: number;
  /** Estimated chance to win the match, 0 to 1. */
  wins: number;
  /** Half the width of the 95 % interval of `wins`, which decides. */
  margin: number;
  /** Number of imagined worlds in which it was tried. */
  worlds: number;
}

/** Ask why an action (in the notation of the record) is not legal now. */
export interface Why {
  id: string;
  type: "why";
  action: string;
}

/** The reader of a message. */
export interface You {
  /** None for a spectator. */
  seat: number | null;
  owner: boolean;
  /** Version at which this seat's turn began; None if it is not its turn. `Act.at` repeats it. */
  asked: number | null;
  mine: Mine | null;
  may_undo: boolean;
}

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

export type ServerMessage = Snapshot | Update | Presence | Reacted | Pong | Done | Refused | Hinted | Because;
