// Made by `python tools/wire_types.py` from src/atout/server; never edited.
// What is optional is left out when it is empty, 0 or false, or what its comment says.

// Texts with a fixed set of values

export type Code =
  'illegal' | 'not_your_turn' | 'over' | 'stale' | 'malformed' | 'forbidden' | 'limited' | 'unavailable'

export type ProblemCode =
  'malformed' | 'forbidden' | 'unknown' | 'impossible' | 'stale' | 'limited' | 'unavailable' | 'fault'

export type Watch =
  'nobody' | 'closed' | 'finished_deals' | 'all_hands'

export type Speech =
  'text' | 'phrases' | 'nothing'

export type Lookup =
  'all' | 'deal_before' | 'last' | 'trick'

export type ClockKind =
  'none' | 'decision' | 'bank' | 'days'

export type Mark =
  'best' | 'good' | 'toss-up' | 'doubtful' | 'mistake' | 'blunder'

// WebSocket, from the client

/**
 * Take a decision: one action, or several that form one choice; `seq` is that of the table the client looked at.
 *
 * While several seats are asked at once, this is an answer: secret, and changeable until all answers are counted.
 */
export interface Play {
  type: 'play'
  re: number
  id?: string
  actions?: string[]
  seq?: number
}

/** Read the explanation of a question to several seats: the time to answer waits a while; or stop reading. */
export interface Explain {
  type: 'explain'
  re: number
  id?: string
  /** if left out: true */
  on?: boolean
}

/** Say in advance that there will be no answer in this trick, whatever is asked, or take that back. */
export interface Hush {
  type: 'hush'
  re: number
  id?: string
  /** if left out: true */
  on?: boolean
}

/** Take a free seat, or after the start that of a player who has left. */
export interface Sit {
  type: 'sit'
  re: number
  id?: string
  seat?: number
}

/** Give up the seat; after the start a bot plays on. */
export interface Leave {
  type: 'leave'
  re: number
  id?: string
}

/** Put a bot of a level in a free seat, or with no level take it away (the host). */
export interface Bot {
  type: 'bot'
  re: number
  id?: string
  seat?: number
  level?: string
}

/** Be ready, committed to 32 bytes; without a commitment: no longer ready. */
export interface Ready {
  type: 'ready'
  re: number
  id?: string
  commitment?: string
}

/** Reveal the bytes. */
export interface Reveal {
  type: 'reveal'
  re: number
  id?: string
  bytes?: string
}

/** Pause the match, or adjourn it to another day. */
export interface Pause {
  type: 'pause'
  re: number
  id?: string
  adjourn?: boolean
}

/** Resume the match; if it was adjourned, agree to that: it goes on when all are there or have agreed. */
export interface Resume {
  type: 'resume'
  re: number
  id?: string
}

/** Vote to abandon the match, or take that vote back. */
export interface Vote {
  type: 'vote'
  re: number
  id?: string
  /** if left out: true */
  abandon?: boolean
}

/** Remove a guest (the host); after the start a bot plays on. */
export interface Remove {
  type: 'remove'
  re: number
  id?: string
  seat?: number
}

/** Undo your last decision, where `take_back` of the table allows it. */
export interface TakeBack {
  type: 'take_back'
  re: number
  id?: string
}

/** Open a table for the same players, seats rotated, or find the one that is open already. */
export interface Rematch {
  type: 'rematch'
  re: number
  id?: string
}

/** Make a new invite link; older ones stop working (the host). */
export interface Invite {
  type: 'invite'
  re: number
  id?: string
}

/** A clock: none, a number of seconds per decision, a bank plus increment, or days (in seconds) per decision. */
export interface ClockOrder {
  /** if left out: 'none' */
  kind?: ClockKind
  seconds?: number
  increment?: number
}

/** What can be chosen for a table of a game. */
export interface TableSetup {
  seats: number
  options?: Record<string, string>
  public?: boolean
  clock?: ClockOrder
  /** if left out: 'closed' */
  watch?: Watch
  chat?: boolean
  /** if left out: 'casual' */
  stand_in?: string
  /** seconds; null: a minute, or 0 (never) with days */
  grace?: number | null
}

/** Set the table up anew, before the match begins (the host); whoever was ready is asked again. */
export interface SetUp {
  type: 'set_up'
  re: number
  id?: string
  table: TableSetup
}

/** Say a preset phrase, or write a text where the table allows it; watchers can only say phrases. */
export interface Say {
  type: 'say'
  re: number
  id?: string
  phrase?: string
  text?: string
}

/** Ask what was said before the line with that number, or most recently (0); `recalled` comes before the answer. */
export interface Recall {
  type: 'recall'
  re: number
  id?: string
  before?: number
}

/** Look at how the previous deal ended: the first decision of the next one waits; or let it go on. */
export interface Hold {
  type: 'hold'
  re: number
  id?: string
  /** if left out: true */
  on?: boolean
}

/** Ask for everything that has happened so far; `history` comes before the answer. */
export interface History {
  type: 'history'
  re: number
  id?: string
}

/** Take the seat back from the stand-in. */
export interface Back {
  type: 'back'
  re: number
  id?: string
}

/** Ask what a good player would choose, against bots only; `hinted` follows when it is found. */
export interface Hint {
  type: 'hint'
  re: number
  id?: string
}

/** Ask for just an answer, to see that the other end is still there. */
export interface Ping {
  type: 'ping'
  re: number
  id?: string
}

/** Ask for the whole table again; it comes before the answer. */
export interface Refresh {
  type: 'refresh'
  re: number
  id?: string
}

export type AnyRequest =
  Play | Explain | Hush | Sit | Leave | Bot | Ready | Reveal | Pause | Resume | Vote | Remove | TakeBack | Rematch |
  Invite | SetUp | Say | Recall | Hold | History | Back | Hint | Ping | Refresh

// WebSocket, to the client

/** The request was carried out and is stored durably. */
export interface Accepted {
  type: 'accepted'
  re: number
  /** the first step it led to, or the latest if none, the same if asked again; for `say`, the line */
  seq: number
  /** what `rematch` and `invite` made */
  link: string
}

/** The request was not carried out, and nothing has changed. */
export interface Refused {
  type: 'refused'
  re: number
  code: Code
  /** a key of the locale: of the game for a clause, of the server otherwise */
  why: string
  clause?: string
  action?: string
  /** milliseconds until it is worth trying again */
  retry?: number
}

/** Somebody said something. Lines have numbers of their own; a missing one was said by somebody since deleted. */
export interface Heard {
  type: 'heard'
  number: number
  at: number
  name: string
  seat: number
  phrase?: string
  text?: string
}

/** What was said, the oldest first; `more` says that older lines are kept. */
export interface Recalled {
  type: 'recalled'
  re: number
  words: Heard[]
  more: boolean
}

/** A seat of the table: who sits there, and how things stand. */
export interface Chair {
  name?: string
  /** of the bot that sits there */
  level?: string
  here?: boolean
  ready?: boolean
  revealed?: boolean
  /** why a bot plays for the player */
  stand_in?: string
  abandon?: boolean
  /** milliseconds left at the time `at`; -1: no clock; if left out: -1 */
  clock?: number
  running?: boolean
  /** the name of the bot that sits there */
  bot?: string
  /** its vote counts */
  voter?: boolean
  /** the player has agreed that an adjourned match goes on */
  agreed?: boolean
}

/** How long a decision may take: `seconds` each, or a bank of them, to which each decision adds `increment`. */
export interface Clock {
  /** if left out: 'none' */
  kind?: ClockKind
  seconds?: number
  increment?: number
}

/** What a client keeps as its receipt. */
export interface Fairness {
  digest: string
  /** by seat */
  commitments?: Record<string, string>
  revealed?: Record<string, string>
  until?: number
  /** once the match is over */
  secret?: string
}

/** A card as it may be shown; `action` is the text in `legal` that plays it. */
export interface Card {
  text: string
  action?: string
  /** an action that the rules forbid now; if it is sent, the refusal says why */
  barred?: string
  /** if left out: -1 */
  seat?: number
  mark?: string
}

/** A place where cards lie. */
export interface Zone {
  name: string
  cards: Card[]
  /** if left out: -1 */
  seat?: number
}

/** Something else the table shows. */
export interface Fact {
  name: string
  value: string
  /** if left out: -1 */
  seat?: number
}

/** Something in words: a key of the game's locale, and its values. */
export interface Phrase {
  key?: string
  values?: Record<string, string>
}

/** The position as this connection may see it. */
export interface Display {
  /** seats that are asked the same question; answers are counted in this order */
  polled: number[]
  /** then silence counts as an answer */
  until: number
  /** this seat has answered, which nobody else is told */
  answered: boolean
  /** this seat says nothing in this trick */
  hushed: boolean
  /** -3: a spectator */
  seat: number
  turn: number
  owing: number[]
  phase: string
  zones: Zone[]
  facts: Fact[]
  legal: string[]
  /** what each of these is called, in [actions] of the game's locale */
  actions: Phrase[]
  /** several of them may form one choice */
  several: boolean
  /** a key in [prompts] of the game's locale */
  prompt: string
  values: Record<string, string>
  scores: number[]
  /** why the complete trick on the table was taken, in [won] of the game's locale */
  won: Phrase
}

/** Points and where they come from. */
export interface Line {
  seat: number
  points: number
  clause: string
  key: string
  values: Record<string, string>
  /** in which they were made */
  deal?: number
}

/** One thing that happened, as a key in [events] of the game's locale and its values. */
export interface Happened {
  key: string
  /** if left out: -1 */
  seat?: number
  values?: Record<string, string>
  action?: string
  /** "table": not part of the match; the key is not one of the game's */
  by?: string
  /** in which it happened */
  deal?: number
  /** that it belongs to; 0: none */
  trick?: number
  /** why a trick was taken, in [won] of the game's locale */
  why?: Phrase
}

/** What a seat got from a deal. */
export interface Result {
  /** now; where points come at the end of the match, what everything is worth now */
  total: number
  /** of this deal; none where points come at the end */
  points?: number | null
  /** -1: they do not count here; if left out: -1 */
  tricks?: number
  /** what it has tried, in [stakes] of the game's locale */
  stake?: Phrase
}

/** How a deal ended. */
export interface Ended {
  /** its number */
  deal: number
  /** the table as it was then, with the last trick */
  display: Display
  /** by seat */
  results: Result[]
}

/** The whole table: sent first, after every change of seats or status, and when asked. */
export interface Table {
  type: 'table'
  /** counts what everybody was told, and no secrets */
  seq: number
  at: number
  match: string
  game: string
  /** their version */
  rules: number
  seats: number
  options: Record<string, string>
  status: string
  /** your seat, or -3 */
  you: number
  host: boolean
  chairs: Chair[]
  watchers: number
  public: boolean
  clock: Clock
  watch: string
  chat: boolean
  fairness: Fairness
  display: Display | null
  lines: Line[]
  places: number[]
  /** in the match, since the last message about it */
  happened: Happened[]
  /** the latest lines; `recall` has earlier ones */
  words: Heard[]
  /** what you may say */
  speech: Speech
  rematch: string
  /** for those who have a seat */
  invite: string
  /** the previous deal, until the first decision of the next one */
  ended: Ended | null
  /** seats that are looking at it */
  reading: number[]
  /** which played cards may be looked up, also in the log */
  lookup: Lookup
  /** keys of what a log lists only until the next decision: the rest is left to memory */
  fading: string[]
  /** the seat that paused or adjourned the match */
  paused_by: number
  paused_at: number
  adjourned: boolean
  /** the host has removed you */
  removed: boolean
  /** seats you may take now, if you have none */
  free: number[]
  /** you may take back your last decision */
  take_back: boolean
  /** what a bot standing in has played for you, in [actions] of the game's locale */
  missed: Phrase[]
  /** where the host sits */
  host_seat: number
  /** the level of the bot that plays for somebody who is gone or out of time */
  stand_in: string
  /** seconds without a connection until it does; 0: never */
  grace: number
  /** names of those who watch */
  watching: string[]
  /** the match from whose position this one goes on */
  played_on_from: string
}

/** The position has changed: what happened, and what it looks like now. */
export interface Changed {
  type: 'changed'
  seq: number
  at: number
  happened: Happened[]
  display: Display
  clocks: number[]
  running: boolean[]
  /** all of them, when a deal ended or points were made */
  lines: Line[] | null
  /** the deal that has just ended */
  ended: Ended | null
  /** you may take back your last decision */
  take_back: boolean
}

/** What a good player thinks of an action. */
export interface Opinion {
  action: string
  /** in [actions] of the game's locale */
  name: Phrase
  /** that it will bring in this deal, as far as can be seen */
  points: number
  /** points fewer than the best */
  loss: number
  /** compared with the best */
  how: 'best' | 'equal' | 'far' | 'less' | 'worse'
}

/** What a good player who sees what the seat sees would choose. Not sent if the decision is no longer owed. */
export interface Hinted {
  type: 'hinted'
  re: number
  /** the best first; empty: no idea */
  opinions: Opinion[]
  /** keys in [reasons] of the game's locale: why the best one, from what is on the table */
  why: Phrase[]
}

/** Who is connected. */
export interface Presence {
  type: 'presence'
  here: boolean[]
  watchers: number
  /** their names, as far as they are listed */
  watching: string[]
}

/** The connection was too slow for everything that happened; the whole table follows. */
export interface Resync {
  type: 'resync'
}

/** Who is still looking at how the previous deal ended: bots and clocks wait for them. */
export interface Reading {
  type: 'reading'
  seats: number[]
}

/** What one event brought, as somebody saw it. */
export interface Passage {
  seq: number
  at: number
  happened: Happened[]
}

/** Everything that has happened so far, except what the rules leave to memory. */
export interface Chronicle {
  type: 'history'
  re: number
  passages: Passage[]
}

export type AnyMessage =
  Accepted | Refused | Heard | Recalled | Table | Changed | Hinted | Presence | Resync | Reading | Chronicle

// HTTP, from the client

/** A table to be opened. */
export interface Order extends TableSetup {
  game: string
  /** by seat; null: no bot there */
  bots?: (string | null)[]
  /** where the host sits; null: nowhere yet */
  seat?: number | null
}

/** What a guest wants to be called: 1 to 24 characters, none of them invisible. */
export interface Name {
  name: string
}

/** What moves an identity to another device, once; in a link it belongs in the fragment. */
export interface Secret {
  secret: string
}

/** What the learner has chosen in a step so far; each choice is a list of actions. */
export interface Choices {
  choices?: string[][]
}

// HTTP, to the client

/** This server: what invite links begin with, whether other devices can follow them, and how its bots think. */
export interface ServerInfo {
  version: string
  address: string
  loopback: boolean
  core: 'compiled' | 'compiling' | 'interpreted'
}

/** How the server is. */
export interface Health {
  well: boolean
  version: string
  tables: number
}

/** Why an HTTP request was refused: a code for machines, a key of the locale, and what only English says. */
export interface Problem {
  code: ProblemCode
  why: string
  detail: string
}

/** What the server knows about you: this is all. */
export interface Me {
  name: string
  since: number
}

/** A secret and when it expires. */
export interface Transfer {
  secret: string
  until: number
}

/** Somebody you have played with. */
export interface Friend {
  name: string
  /** has a page open */
  here: boolean
  /** when a match of you both changed last */
  played: number
}

/** A choice when a table is opened. */
export interface Option {
  name: string
  kind: string
  values: string[]
  low: number
  high: number
  digits: number
}

/** A game as the lobby offers it. */
export interface GameInfo {
  name: string
  title: string
  seats: number[]
  rules: number
  clauses: number
  options: Option[]
  watch: string[]
  /** steps of its course; 0: it has none */
  lessons: number
}

/** What can be played, against whom, in which languages, and what can be said. */
export interface Offer {
  games: GameInfo[]
  levels: string[]
  languages: string[]
  phrases: string[]
  reactions: string[]
  longest_text: number
}

/** A step of a course: its place at the table. */
export interface CourseStep {
  name: string
  seats: number
  you: number
  /** a whole deal with hints */
  guided: boolean
}

/** What a step says. */
export interface LessonTexts {
  title: string
  /** one sentence before */
  idea: string
  /** the question */
  task: string
  /** one sentence after */
  done: string
  /** reasons, by their keys */
  wrong: Record<string, string>
}

/** The lessons of a game, with their texts in one language. */
export interface Course {
  /** none if the game has no course */
  steps: CourseStep[]
  /** by the names of the steps */
  lessons: Record<string, LessonTexts>
  /** what the game is like, by games that people may know */
  like: Record<string, string>
  /** words that texts mark as [[trick]] or [[lead|led]] */
  glossary: Record<string, string>
}

/** What happened, and how the table looked then. */
export interface Step {
  happened: Happened[]
  /** one, or that of every seat where everything is open */
  displays: Display[]
  /** a step of its own, after the last trick: what the deal has brought */
  ended: Ended | null
  /** how many steps of the match lie before */
  at: number
}

/** What the game's advice would do now, and why. */
export interface LessonHint {
  actions: string[]
  /** what each of these is called, in [actions] of the game's locale */
  words: Phrase[]
  /** in [reasons] */
  why: Phrase[]
}

/** A step of a course after your choices, as your seat sees it. */
export interface LessonView {
  game: string
  step: string
  /** yours */
  seat: number
  /** of the seats; yours is empty */
  names: string[]
  options: Record<string, string>
  /** the first is the position before, the last how the table stands now */
  steps: Step[]
  /** on the last choice; more: several actions form one, and it is not whole yet */
  verdict: 'more' | 'refused' | 'right' | 'wrong' | ''
  /** a key in [lessons.<step>.wrong], or in [refusals] if the choice was refused */
  reason: string
  /** that refused it */
  clause: string
  /** empty when the step is done */
  solution: string[]
  /** what the step is about: `zone trick`, `fact trump`, `fact bet 3`, `seat 3`, `card R7` */
  lit: string[]
  /** a whole deal with hints */
  guided: boolean
  hint: LessonHint | null
  done: boolean
  lines: Line[]
  scores: number[]
}

/** A table that is open now. */
export interface Opened {
  match: string
  invite: string
}

/** A seat in a list: somebody, a bot with its level and name, or nobody. */
export interface Seat {
  name: string
  level: string
  /** what the bot is called */
  bot: string
}

/** A match in a list; `you` is your seat or null. */
export interface Entry {
  match: string
  game: string
  status: string
  public: boolean
  created: number
  updated: number
  seats: number
  options: Record<string, string>
  chairs: Seat[]
  you: number | null
  /** the match waits for you, as far as your own list says */
  turn: boolean
  host: boolean
  clock: Clock
  watch: string
  chat: boolean
  scores: number[]
  places: number[]
}

/** A deal of a match, step by step; the first step is the position where it begins. */
export interface Replay {
  match: string
  game: string
  names: string[]
  options: Record<string, string>
  status: string
  seat: number
  deals: number
  deal: number
  steps: Step[]
  lines: Line[]
  scores: number[]
  places: number[]
  /** none of its cards were dealt anew in mid-deal */
  has_record: boolean
  /** the seat that you have or had, or -1 */
  you: number
}

/** A position to play on from: after so many steps of the match, with you on a seat. */
export interface PositionOrder {
  at: number
  seat: number
  /** deal anew what that seat could not see; else all cards are as they were */
  anew: boolean
  /** of the bots on seats where people were */
  level: string
}

/** Whose decisions are to be reviewed. */
export interface ReviewOrder {
  seat: number
}

/** What a first look says of one of the actions: points more than what was chosen brings, in so many worlds. */
export interface Alternative {
  action: string
  gain: number
  worlds: number
}

/** A place where an unseen card may have been: how often it was there in the worlds that fitted. */
export interface Spot {
  /** a name of the game's locale; nothing: none that the table shows */
  zone: string
  /** whose, or -1 */
  seat: number
  /** copies there, on average */
  share: number
}

/** Where an unseen card probably was, as the seat could have known, the likeliest place first. */
export interface CardBelief {
  card: string
  spots: Spot[]
  /** and where it was */
  was: Spot[]
}

/** What a back in front of the seat, such as its own cards in Luz, probably was; the likeliest first. */
export interface SlotBelief {
  zone: string
  seat: number
  /** in the zone, counted from 0 */
  place: number
  /** what the seat saw of it */
  shown: string
  shares: Record<string, number>
  was: string
}

/** The belief picture of a decision. */
export interface Belief {
  worlds: number
  cards: CardBelief[]
  slots: SlotBelief[]
}

/** A card whose place decides: how much more the better action gains in points if it lies there than if not. */
export interface KeyCard {
  card: string
  zone: string
  seat: number
  swing: number
  /** of the worlds in which it lies there */
  share: number
}

/** Why something else was better: phrases in [reasons] of the game's locale, risks, and the cards that matter. */
export interface Explanation {
  better: ([string, Record<string, string>])[]
  chosen: ([string, Record<string, string>])[]
  /** of the worlds in which the choice cost points */
  worse_share: number
  /** how many it cost there */
  worse_points: number
  /** of the worlds in which it brought more */
  better_share: number
  better_points: number
  cards: KeyCard[]
}

/** One decision of a seat, judged by what it could know then. */
export interface Decision {
  /** its place among the steps of the match, counted from 0 */
  step: number
  /** the number of the deal or round */
  deal: number
  seat: number
  phase: string
  chosen: string
  /** the same if nothing is clearly better */
  best: string
  mark: Mark
  /** to expect of what was chosen */
  points: number
  /** how many more what was tried against it brings: the best, or after it the next best */
  loss: number
  /** 95 % interval of that difference */
  low: number
  high: number
  /** what was tried against it */
  rival: string
  /** to win the match, after what was chosen */
  chance: number
  /** how much higher it is after the rival */
  chance_loss: number
  /** the chances of all seats if the best is chosen */
  before: number[]
  /** and after what was chosen */
  after: number[]
  /** points to expect beyond what the game's advice would have brought, if all follow it later */
  above_advice: number
  /** in which the two were compared */
  worlds: number
  /** whether these were all there are */
  exact: boolean
  /** all actions, the best first */
  alternatives: Alternative[]
  belief: Belief | null
  why: Explanation | null
}

/** Where the points of a deal, or of the match, came from; the four parts add up to the points. */
export interface Origin {
  /** 0: the match */
  deal: number
  points: number
  /** of the deal */
  luck: number
  /** one's own */
  decisions: number
  /** of the others */
  gifts: number
  /** what remained */
  chance: number
}

/** A point of the curve: everybody's chance to win, as the seat could know it. */
export interface Moment {
  /** how many steps had been taken */
  step: number
  deal: number
  chances: number[]
  /** whether the seat itself had just decided */
  own: boolean
}

/** What can be told when every decision is judged. */
export interface Overview {
  /** deal by deal */
  origins: Origin[]
  total: Origin
  curve: Moment[]
}

/** The review of a seat, as far as it is ready. */
export interface ReviewState {
  match: string
  game: string
  seat: number
  names: string[]
  options: Record<string, string>
  scores: number[]
  places: number[]
  /** the unit of the marks: by how many points deals usually differ */
  spread: number
  state: 'done' | 'failed' | 'none' | 'running' | 'waiting'
  /** decisions that are judged, */
  done: number
  /** out of so many; 0: not counted yet */
  of: number
  /** reviews that are made before this one */
  ahead: number
  /** that are ready, in the order of the match */
  decisions: Decision[]
  /** when all is done */
  review: Overview | null
  /** the seat that you have or had, or -1 */
  you: number
}

// Refusals

/** Why a request on a WebSocket is refused, unless the rules of the game forbid it. */
export const WHYS = [
  'a-phrase-or-a-text',
  'agreed-already',
  'already-left',
  'already-removed',
  'already-revealed',
  'already-there',
  'bytes-are-64-hex-digits',
  'bytes-do-not-fit-the-commitment',
  'commitment-is-64-hex-digits',
  'commitment-is-a-copy',
  'drawn-too-often',
  'enough-changes',
  'has-played-another-seat',
  'has-seen-all-hands',
  'hidden-card-was-shown',
  'hints-against-bots-only',
  'match-has-begun',
  'match-is-not-over',
  'match-is-not-paused',
  'match-is-not-running',
  'match-is-over',
  'message-is-too-long',
  'messages-are-text',
  'no-action',
  'no-bot-there',
  'no-guest-there',
  'no-such-action',
  'no-such-clock',
  'no-such-level',
  'no-such-phrase',
  'no-such-request',
  'no-such-seat',
  'no-such-step',
  'nobody-stands-in',
  'not-at-the-table',
  'not-one-choice',
  'not-ready',
  'not-watched-so',
  'nothing-can-be-kept-now',
  'nothing-to-decide',
  'nothing-to-reveal',
  'nothing-to-take-back',
  'only-the-host',
  'options-are-fixed',
  'position-is-fixed',
  'removed-by-the-host',
  'said-so-already',
  'seat-is-taken',
  'start-is-sealed',
  'table-cannot-be-set-up',
  'table-has-changed',
  'take-back-against-bots-only',
  'text-is-too-long',
  'too-many-changes',
  'too-many-matches',
  'too-many-players',
  'too-many-requests',
  'too-many-tables',
  'too-much-talk',
  'voted-so-already',
] as const
export type Why = (typeof WHYS)[number]

/** Why an HTTP request is refused. */
export const PROBLEM_WHYS = [
  'bad-request',
  'bodies-are-json',
  'drawn-cards-have-no-record',
  'drawn-too-often',
  'enter-first',
  'lesson-is-broken',
  'lesson-is-over',
  'link-has-ended',
  'match-cannot-be-replayed',
  'match-is-not-over',
  'match-was-not-finished',
  'name-has-hidden-letters',
  'name-is-1-to-24-letters',
  'no-such-choice',
  'no-such-clock',
  'no-such-deal',
  'no-such-game',
  'no-such-language',
  'no-such-lesson',
  'no-such-level',
  'no-such-match',
  'no-such-seat',
  'no-such-step',
  'not-watched-so',
  'nothing-can-be-kept-now',
  'nothing-to-decide',
  'seat-is-taken',
  'server-is-at-fault',
  'table-cannot-be-set-up',
  'too-many-matches',
  'too-many-requests',
  'too-many-reviews',
  'too-many-tables',
  'wait-for-your-reviews',
  'wrong-origin',
] as const
export type ProblemWhy = (typeof PROBLEM_WHYS)[number]

// Constants

/** Why the server ends a connection. */
export const CLOSE = {
  AGAIN_LATER: { code: 1013, why: 'nothing-can-be-kept-now' },
  ENTER_FIRST: { code: 4401, why: 'enter-first' },
  NOT_INVITED: { code: 4403, why: 'not-invited' },
  NO_SUCH_TABLE: { code: 4404, why: 'no-such-table' },
  FORGOTTEN: { code: 4410, why: 'identity-deleted' },
  TOO_MANY: { code: 4429, why: 'too-many-connections' },
  TOO_MUCH: { code: 4429, why: 'too-much-too-fast' },
} as const

/** The WebSocket subprotocol, and what stands before an invite beside it. */
export const PROTOCOL = 'atout.1'
export const INVITE = 'invite.'

/** As whom somebody without a seat sees a table, and a replay in which everything is open. */
export const SPECTATOR = -3
export const OPEN_VIEW = -4

/** What can be said by `say`. */
export const PHRASES = [
  'hello',
  'well_played',
  'thanks',
  'sorry',
  'oops',
  'hurry',
  'one_moment',
  'good_game',
  'wow',
  'bye',
] as const
export const REACTIONS = [
  '+1',
  'laugh',
  'cry',
  'angry',
  'clap',
  'heart',
  'surprise',
  'think',
] as const
