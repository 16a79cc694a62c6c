/* Generated from the server's messages by make types. */

/**
 * Make a move, in the notation of the record.
 *
 * `at` repeats the latest value of `You.asked`; the server refuses a move with an older value.
 */
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

/** Settlement of any game; each game adds fields. */
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
  /** Number of calls so far. While `open` is true, they are the last events of the deal. */
  calls: number;
  /** Seats that may still call, in order. A seat that may call more than once is listed once. */
  to_speak: number[];
  /** Whether the bidding continues. */
  open: boolean;
}

/** Person at the caller's table whom the caller wants to avoid, by the `visit` in `PersonAtTable`. */
export interface AvoidRequest {
  visit: number;
}

/** The caller's avoid list, the latest entry first. Only the caller sees it. */
export interface AvoidedPeople {
  people: AvoidedPerson[];
}

/** Entry of the caller's avoid list. */
export interface AvoidedPerson {
  id: string;
  /** Name that the person had at the table at which the caller last put them on the list. */
  name: string;
  avoided_at: number;
}

/** Ids of the caller's tables that wait for the caller's move; the most urgent first. */
export interface AwaitingTables {
  tables: string[];
}

/** Reason why an action is not legal now; None if the action is legal. */
export interface Because {
  type: "because";
  id: string;
  text: string | null;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** The table after one deal has been settled and before the next deal is dealt. */
export interface BetweenDeals {
  board: Board;
  /** Private part for the reader's seat; None for a spectator. */
  mine: Mine | null;
}

/** Range of amounts that may be bid: ``bid low`` … ``bid high``. */
export interface Bids {
  low: number;
  high: number;
}

/** Board of any game; each game adds fields in its own `Board`. */
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
  /**
   * Verb with which a seat plays one of its pieces in this phase, openly and without a price; None in other phases.
   *
   * Clients may let a player choose such a play before their turn.
   */
  plays: string | null;
  /** Whether public information shows that the scores of this deal can no longer change. */
  decided: boolean;
  game: string;
  /** How the last deal was scored. */
  last: AnySettlement | null;
}

/** Time at which people meet at a table. */
export interface CalendarQuery {
  begins_at: number;
  /** IANA name of the time zone in which they meet each week at the same time; None if they meet once. */
  weekly_in?: string | null;
}

/** The games, and the bots that may be given a seat. */
export interface Catalogue {
  games: GameInfo[];
  players: string[];
  build: string;
}

/** Options that the browser passes to `navigator.credentials`, as WebAuthn JSON. */
export interface Ceremony {
  options: {
    [k: string]: unknown;
  };
}

/** Player at a seat. */
export interface Chair {
  kind: "open" | "human" | "bot";
  name: string;
  /** Name of the bot, if the player is a bot. */
  player: string | null;
  owner: boolean;
  /**
   * Whether the player is a program that plays over the Bot API.
   *
   * The `kind` of a program is the same as that of people, because programs have the same rights.
   */
  program: boolean;
  /** The portrait of a person; None for bots and open seats. */
  picture: Picture | null;
  /** Whether the owner has muted the player (no chat or reactions). */
  muted: boolean;
  /** Whether people may sit down here: the seat is open, or it has a substitute bot. */
  free: boolean;
}

/** Player for a seat: the creator of the table, any person, or a bot. */
export interface ChairRequest {
  kind: "me" | "open" | "bot";
  player?: string | null;
}

/** All that the caller may see of a challenge to play a person's cards. */
export interface Challenge {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  /** Name of the challenger. */
  name: string;
  picture: Picture;
  /** Seat of the challenger. */
  seat: number;
  /** Bot level at each seat. */
  opponents: string[];
  /** Seats that other people had in the original match; in the challenge, bots have these seats. */
  stood_in: number[];
  status: "open" | "playing" | "over";
  /** Id of the table at which the caller plays the challenge; None before they have begun. */
  table: string | null;
  /** Results of all people who have played the challenge; None if the caller may not see them. */
  opened: Played[] | null;
}

/**
 * Effect of an option's value on a measure: the mean with this value minus the mean with the usual value. Both
 * means are from the same cards.
 */
export interface Change {
  /** Name of the measure in studies; only `decisions` is replaced by `minutes`, the median length of a match. */
  measure: string;
  change: number;
  low: number | null;
  high: number | null;
  certainty: "sure" | "some" | "reversed" | "open";
}

/** Option of a game. */
export interface Choice {
  name: string;
  kind: "number" | "word";
  /** Allowed values, which are words or a few numbers; empty if the option allows a range of numbers. */
  values: (number | string)[];
  low: number | null;
  high: number | null;
  /** Default by number of seats. */
  defaults: {
    [k: string]: number | string;
  };
  meaning: string;
  unit: string;
}

/** What a search found for the seat, and what the seat did in the match. */
export interface ClassAdvice {
  /** Action that the search prefers, in the notation of the record. */
  action: string;
  reasons: Reason[];
  /** Estimates of the search; None if heuristics chose the action. */
  figures: Figures | null;
  /** Action of the seat in the match. */
  played: string | null;
}

/** A person's answer to the current question. */
export interface ClassAnswerRequest {
  number: number;
  action: string;
}

/** A person's name in a class. */
export interface ClassNameRequest {
  name: string;
}

/** All that the caller may see of a class, except the current question. */
export interface ClassPage {
  id: string;
  /** Number of the current question, from 1. */
  number: number;
  /** Whether the caller made the class. */
  teacher: boolean;
  /** The caller's name in the class; None if they have not joined. */
  name: string | null;
  /** The caller's answer to the current question, in the notation of the record. */
  answer: string | null;
  /** None until the teacher opens the question. */
  result: ClassResult | null;
  /** None unless the caller is the teacher. */
  progress: ClassProgress | null;
  /** Seconds after which the caller should ask again; more in a large class. */
  again_after: number;
}

/** Person in a class, as the teacher sees them. */
export interface ClassPerson {
  name: string;
  /** Answer to the current question, in the notation of the record. */
  action: string | null;
}

/** Answers to the current question so far, for the teacher. */
export interface ClassProgress {
  tally: ClassTally[];
  /** All people, in the order in which they joined. */
  people: ClassPerson[];
  answered: number;
  /** Table of the match. */
  table: string;
  deal: number;
  step: number;
}

/** The current question of a class: a moment of a match, as one seat saw it. */
export interface ClassQuestion {
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
  number: number;
}

/** Request for a class, or for its next question: a step of a finished match, from one seat. */
export interface ClassRequest {
  table: string;
  deal: number;
  /** Step, from 0, of that deal's story. */
  step: number;
  seat: number;
}

/** An open question: all answers, and the reasons. */
export interface ClassResult {
  /** Answers, the most frequent first. */
  tally: ClassTally[];
  advice: ClassAdvice;
}

/** Number of people who gave an answer. */
export interface ClassTally {
  /** Answer in the notation of the record. */
  action: string;
  count: number;
}

/** Request for a seat with other people. */
export interface CompanyRequest {
  game: string;
  /** The person's name. */
  name: string;
  /** Bot that plays at the free seats of a new table. */
  fill: string;
  /** Clock of a new table. Tables with days for a move suit only requests with days for a move. */
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  /** The person's language. Tables of another language do not suit them. */
  language?: ("en" | "de" | "fr") | null;
}

/** Answer the open undo request. */
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

/** All that the caller may see of a daily deal. */
export interface DailyDeal {
  game: string;
  title: string;
  /** Date such as ``2026-11-23``, in UTC. */
  day: string;
  /** End of the day, in seconds since the epoch. */
  closes_at: number;
  /** Number of people who have finished the deal. */
  players: number;
  status: "open" | "playing" | "over";
  /** Id of the caller's table; None before they have begun. */
  table: string | null;
  /** Score of the caller; None if they have not finished, or finished after the day. */
  score: number | null;
  unit: "points" | "chips";
  options: {
    [k: string]: number | string;
  };
  /** Bot level at each seat; the entry of seat 0, which is the caller's, is ignored. */
  opponents: string[];
  /** Source of the cards: the server's secret, or the date, from which players can compute the cards. */
  source: "secret" | "date";
  /** SHA-256 of the server's seed, in hex. */
  commit: string;
  /** Time at which `commit` was published, in seconds since the epoch. */
  published_at: number;
  opened: DailyResults | null;
}

/** One of today's positions, which are the same for all people. */
export interface DailyPosition {
  id: string;
  /** Whether the caller's first answer was right; None before the first answer. */
  right: boolean | null;
  /** Other people's answers; None before the caller has answered. */
  share: Share | null;
}

/**
 * Results of all players of a daily deal. People who have played the deal see them on its day, and all people see
 * them later.
 */
export interface DailyResults {
  /**
   * Seed of the server; its SHA-256 in hex is the commitment. The seed and the tables of all players open together:
   * on the day to accounts that have finished the deal, and later to all people. None until then.
   */
  server_seed: string | null;
  /** Scores, the lowest first. */
  scores: ScoreCount[];
  /** Share of other players with a lower score than the caller, 0 to 1; None if there are no other players. */
  beaten: number | null;
  best: Ranked | null;
  /** Best results of people with accounts. */
  ranking: Ranked[];
  /** Score of each bot level in the same seat; None while it is still being computed. */
  house: {
    [k: string]: number | null;
  };
}

/** A deal of a finished match, step by step. */
export interface DealStory {
  deal: number;
  steps: Step[];
}

/** Answer to a command that has been carried out and stored, either now or when the browser first sent it. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** Confirmation that the caller wants to erase their data. */
export interface Erasing {
  sure: boolean;
}

/** Running score over an evening: the chain of rematches and next games up to a table. */
export interface Evening {
  /** Number of finished matches. */
  matches: number;
  /** The players at the table, one for each seat. */
  lines: EveningLine[];
}

/** A player's score over the evening. */
export interface EveningLine {
  seat: number;
  /** Number of finished matches in which the player had a seat at the end. */
  played: number;
  /** Number of those matches that the player won or shared. */
  won: number;
}

/** Request of an organiser for the next evening, with the game and rules of the series. */
export interface EveningRequest {
  /** Title of the evening's tournament; None for the title of the series and the number of the evening. */
  title?: string | null;
  /** Planned time of the first round. */
  begins_at?: number | null;
  /** Whether the organiser takes part. */
  plays?: boolean;
  /** Language of the previews that messengers show for the evening's link; None for the language of each reader. */
  language?: ("en" | "de" | "fr") | null;
}

/** Deal that the caller has played, compared with the results of other players in the same seat. */
export interface EventDeal {
  round: number;
  deal: number;
  seat: number;
  score: number;
  points: number;
  possible: number;
  difference: number;
}

/** A tournament that the caller organises or takes part in. */
export interface EventName {
  id: string;
  title: string;
  game_title: string;
  status: "gathering" | "playing" | "between" | "over";
  organiser: boolean;
  /** Planned time of the first round, in seconds since the epoch. */
  begins_at: number | null;
}

/** Tournaments that the caller organises or takes part in, the newest first. */
export interface EventNames {
  events: EventName[];
}

/** All that the caller may see of a tournament. */
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
  /** Number of the last started round; 0 before the first round. */
  round: number;
  status: "gathering" | "playing" | "between" | "over";
  /** Maximum number of people at a table, given the current number of participants. */
  per_table: number;
  organiser_name: string;
  /** Whether the caller is the organiser. */
  organiser: boolean;
  /** Planned time of the first round, or the time when it began, in seconds since the epoch; None if it is unknown. */
  begins_at: number | null;
  /** Seconds for a move. */
  clock: number;
  /**
   * Minimum number of seconds between the beginnings of two rounds that the server starts; None if the organiser
   * starts each round.
   */
  round_interval: number | null;
  /**
   * Time at which the server starts the next round, at the earliest, in seconds since the epoch; None if it starts
   * none.
   */
  next_at: number | null;
  /** Address of the tournament's call, for people who take part and for the organiser; None for all others. */
  call: string | null;
  /** Number of the caller, if they take part. */
  you: number | null;
  /** Table at which the caller has to play now. */
  table: string | null;
  people: EventPerson[];
  standings: EventStanding[];
  played: EventRound[];
  /** Deals of the caller. */
  deals: EventDeal[];
  /** SHA-256 of the tournament's seed, in hex; the seeds of the rounds are derived from that seed. */
  commit: string;
  /** Seed, shown when the tournament is over. */
  seed: string | null;
}

/** Person who takes part in a tournament, or took part before. */
export interface EventPerson {
  number: number;
  name: string;
  picture: Picture;
  status: "in" | "left" | "removed";
}

/** Round that has started. */
export interface EventRound {
  number: number;
  over: boolean;
  tables: EventTable[];
}

/** Standing of a person, computed from the deals that all tables have finished. */
export interface EventStanding {
  person: number;
  rank: number;
  /** Match points: one for each other player with a lower score in the same seat, half a point for an equal score. */
  points: number;
  possible: number;
  /** `points` divided by `possible`; None if there is no player to compare with. */
  share: number | null;
  /** Sum, over all deals, of the person's score minus the mean score of the other players in the same seat. */
  difference: number;
  deals: number;
  /** Number of the person's moves in finished rounds. */
  moves: number;
  /** Number of moves in finished rounds that autoplay made for the person. */
  by_house: number;
}

/** Person who has taken over a seat. */
export interface EventSubstitute {
  seat: number;
  person: number;
  /** Number of the person who had the seat before. */
  replaced: number | null;
  /** Number of the first deal that counts for this person. */
  deal: number;
}

/** A table of a round. */
export interface EventTable {
  number: number;
  /** Id of the table; None if the caller may not see the table now. */
  id: string | null;
  /** Number of the person who has each seat, or had it at the end; None for a bot. */
  people: (number | null)[];
  /** People who have taken over seats, the first one first. */
  substitutes: EventSubstitute[];
  /** Number of finished deals. */
  deals: number;
  over: boolean;
  /** Total score of each seat; None until the round is over. */
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

/** Public part of the proof of a fair deal. */
export interface Fair {
  commit: string;
  words: string[];
  /** Seed of the server, shown when the match is over. */
  server_seed: string | null;
}

/** Result of the server's own check that the cards follow from the seed. */
export interface FairVerdict {
  faults: string[];
}

/** How easy a right answer felt. */
export interface FeltRequest {
  felt: "easy" | "hard";
}

/** A search's estimates for all possible actions, the best action first. */
export interface Figures {
  options: Weighing[];
  /** Number of options that are not listed. */
  others: number;
}

/** How many of the caller's latest matches with other people the caller has finished. */
export interface FinishedMatches {
  matches: number;
  finished: number;
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
  /** Losses in reviewed matches, the oldest first. */
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
  quick: QuickMatch;
  /** Whether the game has a first lesson. */
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
  /**
   * Verb with which a seat plays one of its pieces in this phase, openly and without a price; None in other phases.
   *
   * Clients may let a player choose such a play before their turn.
   */
  plays: string | null;
  /** Whether public information shows that the scores of this deal can no longer change. */
  decided: boolean;
  game: string;
  unit: "points" | "chips";
  facts: Fact[];
  last: Settled | null;
}

/** Token of a new guest. The token has 256 bits, is sent only once, and is stored in the browser. */
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
    | "rematch"
    | "portrait"
    | "hotseat";
  seat: number | null;
  /** Name that the acting player had at the time of the event. */
  name: string;
  /** Line of chat, text of a move as this watcher sees it, name of the seat's new player … */
  text: string;
  /** Whether autoplay made the move for an absent player. */
  by_house: boolean;
  /** Portrait of the person who wrote a line of chat; None for other events. */
  picture: Picture | null;
  /** Number of moves undone, or requested to be undone. */
  moves: number;
}

/**
 * First message on a socket; it contains the browser's token. A connection without a token or without a seat only
 * watches.
 */
export interface Hello {
  type: "hello";
  token?: string | null;
}

/** Ask what a strong bot would do now, and why. */
export interface Hint {
  id: string;
  type: "hint";
}

/**
 * The action that a strong bot would choose, and its reasons. `figures` are the estimates of the bot's search; None
 * before the search is ready.
 */
export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  reasons: Reason[];
  figures: Figures | null;
}

/** A new table on one device. */
export interface HotSeat {
  id: string;
  /**
   * Token of the person at each seat, sent only once; None for bots. A person connects to the table with this token.
   *
   */
  tokens: (string | null)[];
}

/** Player for a seat of a table on one device: a person with a name, or else a bot. */
export interface HotSeatChair {
  name?: string | null;
  player?: string | null;
}

/** Request for a table whose people pass one device round. The match begins immediately. */
export interface HotSeatRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  /** Name of the device's owner, who owns the table and has no seat. */
  name: string;
  /**
   * @minItems 2
   * @maxItems 8
   */
  chairs:
    | [HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair]
    | [HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair, HotSeatChair];
  hints?: boolean;
  pace?: "quick" | "easy" | "slow";
  /** Must be false, because a match on one device is casual. */
  rated?: boolean;
}

/** Rule sets of a game, and measurements of its options. If nothing was measured, `tables` is empty. */
export interface HouseRules {
  /** Assumed seconds for a decision. */
  seconds: number;
  tables: MeasuredTable[];
  sets: RuleSet[];
}

/** Page that teaches a game. */
export interface HowToPlay {
  /** Text of the page as HTML without scripts; null if the game has no page. */
  html: string | null;
}

/** Request for what an invitation link invites to. */
export interface InvitationRequest {
  /** Part of the link after the number sign, which browsers do not send to servers. */
  code: string;
}

/** Request of an organiser to replace the invitation link, or to close it. */
export interface InvitationSettings {
  open: boolean;
}

/** Results of complete matches against bots of one level only. */
export interface LadderRung {
  level: string;
  matches: number;
  won: number;
  /** Expected number of wins for a player exactly as good as the bots. */
  fair: number;
}

/** Leave your seat. Before the match, the seat becomes open; during the match, a bot takes it. */
export interface Leave {
  id: string;
  type: "leave";
}

/** First lesson: a short scripted deal, as the learner's seat sees it. */
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
 * A step of a first lesson: the table, the text, and the action that the learner has to take. Without such an
 * action, the learner only continues.
 */
export interface LessonStep {
  /** Message key of the text in the client. */
  say: string;
  expect: string | null;
  board: Board;
  mine: Mine;
  events: string[];
}

/** Code that links another device with the caller's device. The code is valid once, for `seconds` seconds. */
export interface LinkCode {
  code: string;
  seconds: number;
}

/** A code that a person typed or scanned. */
export interface Linked {
  code: string;
}

/** Daily deal of a game, and whether the caller has played it. */
export interface ListedDaily {
  game: string;
  title: string;
  /** Date such as ``2026-11-23``, in UTC. */
  day: string;
  /** End of the day, in seconds since the epoch. */
  closes_at: number;
  /** Number of people who have finished the deal. */
  players: number;
  status: "open" | "playing" | "over";
  /** Id of the caller's table; None before they have begun. */
  table: string | null;
  /** Score of the caller; None if they have not finished, or finished after the day. */
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
  /** Portrait of the person at each seat; None for bots and open seats. */
  pictures: (Picture | null)[];
  scores: number[];
  winners: number[];
  /** The caller's seat. */
  seat: number | null;
  /** Seats of people who have to act. */
  acting: number[];
  /**
   * At a table with days for a move, the seconds until the time of a person runs out: of the caller if they have to
   * act, otherwise of the first person.
   */
  left: number | null;
  /** Whether the table waits for the caller: they have to act, and their time runs out or other people play. */
  awaited: boolean;
  /** Whether the caller may remove the table from their list. */
  removable: boolean;
  /**
   * Whether the caller can have the lobby list the table, with one request: their own table has open seats, and the
   * lobby does not list it yet.
   */
  may_list: boolean;
  /** Seats at which people may sit down; bots can play there until then. */
  free: number[];
  clock: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  /** Median length of a match with the table's rules; None if it was not measured. */
  minutes: number | null;
  hints: boolean;
  rated: boolean;
  /** Language that the owner chose for the table's link. */
  language: ("en" | "de" | "fr") | null;
  made_at: number;
  last_at: number;
}

/** Login with a passkey. */
export interface Login {
  credential: LoginKey;
}

/** Login with a passkey: `PublicKeyCredential.toJSON()`. */
export interface LoginKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: LoginResponse;
}

/** Response of an authenticator that has signed a login. */
export interface LoginResponse {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}

/** Result of the review of one match, as a point of a chart. */
export interface LossPoint {
  table: string;
  at: number;
  decisions: number;
  /** Points or chips lost in all decisions. */
  cost: number;
}

/** A finished match of the caller. */
export interface MatchLine {
  id: string;
  game: string;
  title: string;
  seat: number;
  /** Name at each seat at the end. */
  names: string[];
  /** Portrait of the person at each seat at the end; None for bots. */
  pictures: (Picture | null)[];
  /** Levels of the bots in the match; empty if there were none. */
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
  /** Mean loss per decision, from a review; None without a review. */
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
  /** Bot at each seat in the first deal; None for people. */
  players: (string | null)[];
  /** Current portrait of the person who had each seat in the first deal; None for bots. */
  pictures: (Picture | null)[];
  sheet: Score[];
  /** Total of each seat after each deal; shape (deals, seats). */
  totals: number[][];
  scores: number[];
  winners: number[];
  /** How a tie for the win was broken; None if there was none. */
  tie_break: TieBreak | null;
  fair: Fair;
  /**
   * Step of another match from which this match began; with such a step, `fair` proves nothing. None if there is
   * none.
   */
  position: PlayedFrom | null;
  seed: string;
  /** Contest, as in `TableInfo`. */
  contest: string | null;
  made_at: number;
  over_at: number;
}

/** The caller, who is a guest or has an account; people with a passkey have an account. */
export interface Me {
  account: boolean;
  devices: number;
  passkeys: PasskeyInfo[];
  /** Host name for which a passkey would be created here; None if the address has no name. */
  place: string | null;
  games: GameFigures[];
  with_people: FinishedMatches;
}

/** Measurements of one option; all other options had their usual values. */
export interface MeasuredOption {
  option: string;
  usual: number | string;
  /** Measures to show in a chart. */
  measures: string[];
  values: MeasuredValue[];
}

/** Measurements of all options with the same number of seats. */
export interface MeasuredTable {
  seats: number;
  /** Level of play in every seat, which is the strongest measured level. */
  level: string;
  /** Number of measured levels of play. */
  levels: number;
  /** Mean of each measure with the usual rules. */
  usual: {
    [k: string]: number;
  };
  options: MeasuredOption[];
}

/** Value of an option, compared with the usual value. */
export interface MeasuredValue {
  value: number | string;
  matches: number;
  /** Whether the value changed any match. */
  used: boolean;
  /** Changes of all measures of the option, the clearest first. */
  changes: Change[];
}

/** Request of an organiser to remove a member. */
export interface MemberRequest {
  member: number;
}

/** What a person wants to receive while they are away. */
export interface Messages {
  /** Whether the chats of slow tables may announce the person's turns. */
  chats: boolean;
  /** None for no quiet hours. */
  quiet: QuietHours | null;
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

/** Mute the person at another seat (no chat or reactions), or unmute them; only the owner may do this. */
export interface Mute {
  id: string;
  type: "mute";
  seat: number;
  on: boolean;
}

/** Addresses at which friends can reach this server. */
export interface Network {
  /** Public URL, if there is one. */
  public: string | null;
  /** URLs at which the local network can reach the server; empty while that network has no access. */
  addresses: string[];
  /** Whether the caller may open the server to the network: they use this machine, and the server is not open yet. */
  may_open: boolean;
}

/** A new passkey: `PublicKeyCredential.toJSON()`. */
export interface NewKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: NewKeyResponse;
}

/** Response of an authenticator that has created a passkey. */
export interface NewKeyResponse {
  clientDataJSON: string;
  attestationObject: string;
}

/** A new passkey, and its name. */
export interface NewPasskey {
  name: string;
  credential: NewKey;
}

/** Request for a new program. The name identifies the program, and is shown at tables. */
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

/** The teacher's request for the next question. If it is sent twice, the question is asked only once. */
export interface NextQuestion {
  table: string;
  deal: number;
  /** Step, from 0, of that deal's story. */
  step: number;
  seat: number;
  /** Number of the new question. */
  number: number;
}

/**
 * Have autoplay make a move for a seat whose clock has run out. If the person at the seat is away, autoplay moves
 * until they return.
 */
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

/**
 * Code with which another device of the same person can share their seat. The code is valid once, for `seconds`
 * seconds.
 */
export interface Pairing {
  code: string;
  seconds: number;
}

/** A passkey of the caller. */
export interface PasskeyInfo {
  id: string;
  name: string;
  /** Host name on which the passkey works. */
  place: string;
  made_at: number;
  used_at: number;
}

/** Name of a new passkey. */
export interface PasskeyRequest {
  name: string;
}

/** The other people at the caller's table: those with a seat by seat, then those who gave one up. */
export interface PeopleAtTable {
  people: PersonAtTable[];
}

/** A person who has a seat at the caller's table, or has given one up. */
export interface PersonAtTable {
  /** Number of the event with which the person sat down last. */
  visit: number;
  name: string;
  /** The person's seat; None if they have given it up. */
  seat: number | null;
  /** None unless the caller owns the table, the match is not over, and the person has a seat. */
  finishes: number | ("guest" | "few") | null;
  /** Whether the person is on the caller's avoid list under this name. */
  avoided: boolean;
}

/** Request of the organiser to remove a person. */
export interface PersonRequest {
  person: number;
}

export type Picture =
  | "p01"
  | "p02"
  | "p03"
  | "p04"
  | "p05"
  | "p06"
  | "p07"
  | "p08"
  | "p09"
  | "p10"
  | "p11"
  | "p12"
  | "p13"
  | "p14"
  | "p15"
  | "p16"
  | "p17"
  | "p18"
  | "p19"
  | "p20"
  | "p21"
  | "p22"
  | "p23"
  | "p24"
  | "p25"
  | "p26"
  | "p27"
  | "p28";

/** Check whether the connection still works; the server answers with a `Pong`. */
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
  /** Step, from 0, of that deal's story. */
  step: number;
  /** Seat of the caller. */
  seat: number;
  /** Bot for all other seats. */
  player: string;
  name: string;
  pace?: "quick" | "easy" | "slow";
}

/** Request to take part in a contest under the given name. */
export interface PlayRequest {
  name: string;
}

/** A player's result with the cards of a challenge. */
export interface Played {
  name: string;
  picture: Picture;
  table: string;
  /** Score change of each deal. */
  deals: number[];
  score: number;
}

/** Step of a finished match from which another match continues. */
export interface PlayedFrom {
  table: string;
  /** Number of the deal, from 1. */
  deal: number;
  /** Step, from 0, of that deal's story. */
  step: number;
}

/**
 * Sign that the connection works. The server sends it as the answer to a `Ping`, and after some seconds without
 * another message.
 */
export interface Pong {
  type: "pong";
}

/** The caller's portrait: the portrait that they have chosen, or else the default one for their identity. */
export interface Portrait {
  picture: Picture;
}

/** Choice of a portrait. */
export interface PortraitRequest {
  picture: Picture;
}

/** The caller's practice today. */
export interface Practice {
  /** Date in UTC, as ISO 8601. */
  day: string;
  games: PracticeGame[];
}

/** Whether an answer was right, and why. */
export interface PracticeAnswer {
  right: boolean;
  /** Answer in the notation of the record. */
  action: string;
  /** Remark that gives the action played in the match, the better action, and the reasons. */
  remark: Remark;
  /** Table of the match; None for a match between bots. */
  table: string | null;
  /** Other people's answers, for a daily position. */
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
  /** Ids of the caller's due positions, the one due for the longest time first; limited in number. */
  due: string[];
  /** Number of positions of the caller, due or not. */
  kept: number;
  /** Time at which the next position becomes due, in seconds since the epoch. */
  next_due: number | null;
  daily: DailyPosition[];
  /** Whether the search for today's positions is still running. */
  preparing: boolean;
}

/** Position of a match, as one seat saw it; the person has to choose an action. */
export interface PracticePosition {
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
  id: string;
  /** Date of the daily position; None if it comes from the caller's own reviews. */
  day: string | null;
}

/** Report of who is connected. The report has no version, because it is not a table event. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}

/** A program of the caller. */
export interface ProgramInfo {
  id: string;
  name: string;
  made_at: number;
  tokens: TokenInfo[];
}

/**
 * Key that a browser needs to subscribe to this server's notifications; None if the server sends no
 * notifications.
 */
export interface PushKey {
  key: string | null;
}

/** Encryption keys of messages for a browser, as in `PushSubscription.toJSON`. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Request to notify a browser, with the texts of the notifications. */
export interface PushRequest {
  endpoint: string;
  keys: PushKeys;
  /** Text of the notification that it is the person's turn. */
  turn: string;
  /** Text of the notification that the person's time runs out soon. */
  soon: string;
}

/** The teacher's request about the question with a number. */
export interface QuestionRequest {
  number: number;
}

/** A match that the lobby offers to start with one click. */
export interface QuickMatch {
  /** Options of the match that differ from their default values. */
  options: {
    [k: string]: number | string;
  };
  /** Median length of the match in minutes; None if it was not measured. */
  minutes: number | null;
}

/** Part of each day without messages; it can include midnight. */
export interface QuietHours {
  start: number;
  end: number;
  /** IANA name of the person's time zone, such as `Europe/Berlin`. */
  time_zone: string;
}

/** A person's result and rank. */
export interface Ranked {
  /** Rank: 1 plus the number of people with a higher score. */
  rank: number;
  name: string;
  picture: Picture;
  score: number;
  table: string;
}

/** Rating in one game, from matches against people; it is 1500 before the first match. */
export interface Rating {
  value: number;
  /** Half the width of the interval that contains a person's true strength with a probability of 95 %. */
  margin: number;
  matches: number;
}

/** Show a short phrase or a small picture to all players for a moment; the server does not store it. */
export interface React {
  id: string;
  type: "react";
  what:
    "hello" | "luck" | "nice" | "thanks" | "sorry" | "moment" | "clap" | "smile" | "wow" | "think" | "sad" | "cheers";
}

/** A seat's reaction, which is shown for a moment. A reaction has no version, because it is not a table event. */
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

/** Answer to a command that has been refused; nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: "illegal" | "stale" | "not-yours" | "not-now" | "full" | "too-fast" | "malformed" | "trouble";
  /** Reason in English, as a sentence. */
  text: string;
  /** Key of the text in the message files; None if there is only the text. */
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** Decision of a player for which a search has found a better action. */
export interface Remark {
  deal: number;
  /** Step, from 0, of the deal's story that shows the table before the decision. */
  step: number;
  /** The played action, in the notation of the record. */
  played: string;
  better: string;
  /** Estimated loss of points or chips in the deal; 0 if only the chance to win the match was lower. */
  cost: number;
  /** Half the width of the 95 % interval of `cost`. */
  margin: number;
  /** Loss in the chance to win the match, 0 to 1; below 0 for a gain. */
  wins: number;
  /** Reasons for the better action; in each figure, `played` is the value for the played action. */
  reasons: Reason[];
  /** Other actions that no review would criticise. */
  also: string[];
}

/**
 * After the end of a match, continue with the same players at a new table, which starts when all have come there.
 *
 * `game` is the next game of the evening; None plays the same game again. If `draw`, the seats are drawn.
 */
export interface Rematch {
  id: string;
  type: "rematch";
  game?: string | null;
  draw?: boolean;
}

/** Remove the person at another seat, who may then watch but not sit down again; only the owner may do this. */
export interface Remove {
  id: string;
  type: "remove";
  seat: number;
}

/** Report the person at another seat to the operator; the table is not informed. */
export interface Report {
  id: string;
  type: "report";
  seat: number;
  about: "language" | "unfair" | "nickname" | "other";
}

/**
 * Give a seat to the bot `to`; with `to` None, open the seat. Only the owner may do this, and only with other
 * seats.
 */
export interface Reseat {
  id: string;
  type: "reseat";
  seat: number;
  to: string | null;
}

/**
 * Have a bot make your moves until the end of the deal. The server allows this only if no action can change the
 * deal's score.
 */
export interface Rest {
  id: string;
  type: "rest";
}

/**
 * A search's judgement of every decision of a seat in a finished match. Until the judgement is ready, the body
 * gives its progress.
 */
export interface Review {
  seat: number;
  ready: boolean;
  /** Number of decisions judged so far. */
  judged: number;
  /** Total number of decisions; 0 before it is known. */
  decisions: number;
  /** Sum of the costs in all remarks. */
  cost: number;
  /** Remarks in the order of the match. */
  remarks: Remark[];
}

/** Request of the owner to change a member's role. A new owner makes the previous owner an organiser. */
export interface RoleRequest {
  member: number;
  role: "owner" | "organiser" | "member";
}

/** Request of the organiser to start a round. */
export interface RoundRequest {
  /** Number of the round; if it is requested twice, it starts only once. */
  round: number;
}

/** Values for all options of a game: a named set, or a set in which only one option differs from its usual value. */
export interface RuleSet {
  /** Name; the client has its text. */
  name: string | null;
  seats: number;
  /** Values of the options that differ from the usual values. */
  options: {
    [k: string]: number | string;
  };
  /** Number of matches; 0 if nothing was measured. */
  matches: number;
  /** 10th, 50th and 90th percentile of match length. */
  minutes: Spread | null;
  /**
   * Share of the result that the cards decide between equal players, 0 to 1: the mean and its interval.
   *
   * None if it was not measured, or if the interval reaches 0.
   */
  luck: Spread | null;
}

/** Text of a game's rules, and the values of all options. */
export interface Rules {
  seats: number;
  options: {
    [k: string]: number | string;
  };
  /** Text of the rules as HTML without scripts. */
  html: string;
}

/** Chosen options of a game; all other options have their default values. */
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

/** Line of the score sheet. */
export interface Score {
  deal: number;
  dealer: number;
  score: number[];
  carry: number;
  /** Note on the line, such as the pitcher's bid. */
  note: string | null;
}

/** Number of people who have a given score. */
export interface ScoreCount {
  score: number;
  people: number;
}

/** Moment of a match, as one seat saw it. */
export interface SeatView {
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
}

/** An evening of a series. */
export interface SeriesEveningInfo {
  number: number;
  /** Id of the evening's tournament. */
  event: string;
  title: string;
  /** Planned time, in seconds since the epoch. */
  begins_at: number | null;
  status: "gathering" | "playing" | "between" | "over";
  /** Number of people who take part or have played. */
  people: number;
  /** Whether the caller takes part or has played. */
  takes_part: boolean;
  /** Whether the caller organises the evening. */
  organises: boolean;
}

/** What a person who has the invitation link may know before they join. */
export interface SeriesInvitation {
  title: string;
  game_title: string;
  owner_name: string;
  members: number;
  /** Whether the caller is a member already. */
  member: boolean;
}

/** Request to become a member. */
export interface SeriesJoinRequest {
  /** Part of the link after the number sign, which browsers do not send to servers. */
  code: string;
  name: string;
}

/** Member of a series, or a person who was one and has played. */
export interface SeriesMemberInfo {
  number: number;
  name: string;
  picture: Picture;
  role: "owner" | "organiser" | "member";
  status: "in" | "left" | "removed";
}

/** A series to which the caller belongs. */
export interface SeriesName {
  id: string;
  title: string;
  game_title: string;
  role: "owner" | "organiser" | "member";
}

/** Series to which the caller belongs, the earliest first. */
export interface SeriesNames {
  series: SeriesName[];
}

/** All that a member may see of a series. */
export interface SeriesPage {
  id: string;
  title: string;
  game: string;
  game_title: string;
  options: {
    [k: string]: number | string;
  };
  seats: number;
  rounds: number;
  per_table: number | null;
  counted: number | null;
  /** Number of the caller. */
  you: number;
  /** Role of the caller. */
  role: "owner" | "organiser" | "member";
  /** Secret part of the invitation link, for organisers; None for members, and while the link is closed. */
  invitation: string | null;
  members: SeriesMemberInfo[];
  evenings: SeriesEveningInfo[];
  standings: SeriesStandingInfo[];
}

/** A member's result of a finished evening. */
export interface SeriesPoints {
  /** Number of the evening. */
  evening: number;
  /** Rank among all people of the evening, guests included. */
  rank: number;
  /** Percentage of the possible match points. */
  percent: number;
  deals: number;
  /** Whether the evening is among those that count for the total. */
  counts: boolean;
}

/** Request for a new series of evenings. Its game and rules are those of each new evening. */
export interface SeriesRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  title: string;
  /** Name of the owner. */
  name: string;
  rounds?: number;
  /** Maximum number of people at a table. None means as many as possible with two tables. */
  per_table?: number | null;
  /** Number of each member's best evenings that count; None for all evenings. */
  counted?: number | null;
}

/** Settings that an organiser changes; settings that are None stay as they are. */
export interface SeriesSettings {
  title?: string | null;
  /** Number of each member's best evenings that count; it can change until the first evening begins. */
  counted?: number | "all" | null;
}

/** Standing of a member. */
export interface SeriesStandingInfo {
  member: number;
  rank: number;
  /** Sum of the percentages that count; an absence gives 0. */
  total: number;
  /** Results of the evenings that the member played. */
  evenings: SeriesPoints[];
}

/** Change the table's settings; only the owner may do this. A setting that is None does not change. */
export interface Settle {
  id: string;
  type: "settle";
  hints?: boolean | null;
  pace?: ("quick" | "easy" | "slow") | null;
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | "none" | null;
  /** Whether the lobby lists the table, so that people whom you do not know can join or watch. */
  listed?: boolean | null;
  /** Language of the link's preview. */
  language?: ("en" | "de" | "fr") | null;
  /** Whether the link's preview contains your name. */
  names_owner?: boolean | null;
  /** Address of a call, for the people who sit at the table. */
  call?: string | null;
}

/** Fields shared by the settlements of all games. */
export interface Settled {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
}

/** Number of people who have answered a position, and number of people whose first answer was right. */
export interface Share {
  people: number;
  right: number;
}

/** Show the portrait that the server has stored for you; send this after you have chosen another portrait. */
export interface ShowPortrait {
  id: string;
  type: "portrait";
}

/**
 * Take an open seat, or the seat of a substitute bot. If the match has not begun, `word` becomes
 * part of the seed.
 */
export interface Sit {
  id: string;
  type: "sit";
  seat: number;
  name: string;
  word?: string | null;
}

/** Report that you have seen the last event. Bots stop waiting when all players have sent this command. */
export interface Skip {
  id: string;
  type: "skip";
}

/** Everything that a player or spectator may know about the table, sent when they connect. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  /** Build id of this server's client; a client with another build should reload. */
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

/**
 * Deal the first deal; only the owner may send this command. The bot `fill` takes each open seat; without `fill`,
 * every seat must be taken.
 */
export interface Start {
  id: string;
  type: "start";
  fill?: string | null;
}

/** One event of a finished match, and the table after that event. */
export interface Step {
  /** Event in the notation of the record; the event ``table deal`` stands for the dealing of all hands. */
  event: string;
  board: Board;
  /** Every seat's hand, visible to all. */
  hands: string[][];
}

/** Request of a reader to stop the messages to a chat. */
export interface StopRequest {
  /** Key after `#` in the link of each message. */
  key: string;
}

/** Request to let a person take over a seat in the current round. */
export interface SubstituteRequest {
  /** Number of the table. */
  table: number;
  seat: number;
  /** Number of the person who takes over the seat. */
  person: number;
}

/** Public information about a table, without the cards. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  unit: "points" | "chips";
  /** Action that passes in the auction, in the notation of the record; None if the game has no auction. */
  passing: string | null;
  options: {
    [k: string]: number | string;
  };
  status: "gathering" | "playing" | "over";
  chairs: Chair[];
  hints: boolean;
  pace: "quick" | "easy" | "slow";
  clock: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  /** Proof of a fair deal, which proves nothing if there is a `position`. */
  fair: Fair;
  /** Step of another match from which this match began; None if it began with a first deal. */
  position: PlayedFrom | null;
  taking_back: TakingBack | null;
  /** Id of the rematch table. */
  rematch: string | null;
  /** Whether the table continues an earlier one; its match then starts when all people have come. */
  evening: boolean;
  owner_name: string;
  /** Path of the page of the contest in which other people play the same cards; None for most tables. */
  contest: string | null;
  /** Whether the match counts for ratings. */
  rated: boolean;
  /** Whether the lobby lists the table. */
  listed: boolean;
  /** Language of the previews that messengers show for the table's link; None for the language of each reader. */
  language: ("en" | "de" | "fr") | null;
  /** Whether these previews contain the owner's name. */
  names_owner: boolean;
  /** Whether the people at the table pass one device round. */
  hot_seat: boolean;
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
  /** The creator's word for the seed. */
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
  /** Whether the match counts for ratings. At a rated table, only people play, without hints and undo. */
  rated?: boolean;
  /** Whether to deal immediately. Every seat must then be taken, unless `fill` is given. */
  start?: boolean;
  /** Bot that takes the open seats if `start`; people can take over these seats later. */
  fill?: string | null;
  /** Language of the previews that messengers show for the table's link; None for the language of each reader. */
  language?: ("en" | "de" | "fr") | null;
}

/** The caller's own tables, and public tables to join or watch, the latest first. */
export interface Tables {
  yours: ListedTable[];
  listed: ListedTable[];
}

/** Undo request that waits for consent. */
export interface TakingBack {
  seat: number;
  /** Number of moves to undo. */
  moves: number;
  waits_for: number[];
}

/** Seat whose clock is running. */
export interface Ticking {
  seat: number;
  /** Seconds left when the message was sent; 0 if the time has run out. */
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

/** Request for a new tournament. In each round, several tables play the same cards. */
export interface TournamentRequest {
  seats?: number | null;
  options?: {
    [k: string]: number | string;
  };
  game: string;
  title: string;
  /** Name of the organiser. */
  name: string;
  rounds?: number;
  /** Maximum number of people at a table. None means as many as possible with two tables. */
  per_table?: number | null;
  /** Whether the organiser takes part. */
  plays?: boolean;
  /** Language of the previews that messengers show for the tournament's link; None for the language of each reader. */
  language?: ("en" | "de" | "fr") | null;
  /** Whether these previews contain the organiser's name. */
  names_organiser?: boolean;
  /** Planned time of the first round. The organiser starts each round, unless `round_interval` is given. */
  begins_at?: number | null;
  /** Seconds for a move; None for 60. With days for a move, people play in their own time. */
  clock?: (30 | 60 | 120 | 86400 | 259200 | 604800) | null;
  /**
   * The server starts the first round at the planned time, and each later one this many seconds after the round
   * before has begun, at the earliest when that round is over. None if the organiser starts each round.
   */
  round_interval?: number | null;
}

/** Settings that the organiser changes; settings that are None stay as they are. */
export interface TournamentSettings {
  /** Planned time of the first round; ``none`` removes it. */
  begins_at?: number | "none" | null;
  /** Minimum number of seconds between the beginnings of two rounds; with ``none``, the organiser starts each one. */
  round_interval?: number | "none" | null;
  /** Address of a call, for the people who take part. */
  call?: string | null;
}

/** Trick in the order of play. */
export interface Trick {
  plays: Play[];
  /** Seat that has won the trick or is winning it; None before the first card. */
  winner: number | null;
}

/**
 * Reason of a refusal: `error` is its kind, and `detail` is one line in English.
 *
 * `key` and `params` give the same text in any language; `key` is null if there is only `detail`.
 */
export interface Trouble {
  error: string;
  detail: string;
  key: string | null;
  params: {
    [k: string]: number | string | number[] | string[];
  };
}

/** Ask to undo your last move and all later moves. */
export interface Undo {
  id: string;
  type: "undo";
}

/** One new event of the table. */
export interface Update {
  type: "update";
  version: number;
  what: Happened;
  table: TableInfo | null;
  you: You;
  board: Board | null;
  /**
   * New events as this watcher saw them. If a sealed choice was revealed, its event is repeated, now with the chosen
   * card or tile.
   */
  events: string[];
  /** Whether `events` has every event of this deal, as in a snapshot: after an undo, and for a newly seated player. */
  anew: boolean;
  /** New lines of the score sheet. */
  sheet: Score[];
  /** Table between two deals, if the event ended a deal and the next deal followed immediately. */
  settled: BetweenDeals | null;
  ticking: Ticking[];
}

/** Where the messages of a table or tournament go, as the caller may see it. */
export interface Webhook {
  /** Whether the caller may set a webhook here. */
  possible: boolean;
  /** Whether messages go to a chat. */
  active: boolean;
  /** The webhook, if the caller set it. */
  own: WebhookInfo | null;
}

/** The code that was sent to a webhook. */
export interface WebhookCode {
  code: string;
}

/** A webhook, as its owner sees it. */
export interface WebhookInfo {
  kind: "discord" | "slack" | "matrix" | "plain";
  /** Host name of the address; the rest is secret. */
  host: string;
  /** `failed` means that the receiver says that the address does not exist. */
  status: "unconfirmed" | "active" | "failed";
}

/** Request to send the messages of a table or tournament to an address. */
export interface WebhookRequest {
  /** An https address. It is a secret, and no response contains it. */
  address: string;
  /** Format of the messages; None means the format that the address shows. */
  kind?: ("discord" | "slack" | "matrix" | "plain") | null;
}

/** A search's estimates for one possible action. */
export interface Weighing {
  action: string;
  /** Mean score of the deal, in the game's unit. */
  score: number;
  /** Estimated chance to win the match, 0 to 1. */
  wins: number;
  /** Half the width of the 95 % interval of `wins`, which is the value that ranks the options. */
  margin: number;
  /** Number of deals that the search imagined to try the option. */
  worlds: number;
}

/** Ask why an action, in the notation of the record, is not legal now. */
export interface Why {
  id: string;
  type: "why";
  action: string;
}

/** Reader of a message. */
export interface You {
  /** Seat of the reader; None for a spectator. */
  seat: number | null;
  owner: boolean;
  /**
   * Version of the table at which this seat's turn began; None if this seat may not act now.
   *
   * A move repeats this version as `Act.at`.
   */
  asked: number | null;
  mine: Mine | null;
  may_undo: boolean;
  /** Address of the table's call; None for spectators, except the owner, and if there is none. */
  call: string | null;
}

export type ClientMessage =
  | Hello
  | Ping
  | Sit
  | Leave
  | ShowPortrait
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
