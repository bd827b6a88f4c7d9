/** What the server sends and takes. The same shapes stand in src/grognard/server/shapes.py; OpenAPI shows them. */

/** Words are ready to read, in the language of the request; `cites` are ids of rules. */
export type Words = string;
export type Cites = string[];

// ---------------------------------------------------------------- the list of games

export interface ScenarioCard {
  id: string; // "revolution/eutaw/historical"
  title: Words; // "Eutaw Springs: the campaign"
  game: Words; // "Eutaw Springs"
  name: Words; // "The campaign"; empty where the game has only one
  box: Words; // the family: "Battles of the American Revolution"
  about: Words; // two or three sentences of our own
  seats: { name: string; title: Words; colour: string }[];
  turns: number | null;
  minutes: number; // of play between people, roughly
  difficulty: 1 | 2 | 3;
  picture: string; // URL of a small SVG or PNG of the map
  options: OptionCard[];
  players: { name: string; title: Words; about: Words }[]; // computer players able to play it, the strongest last
}

export interface OptionCard {
  name: string;
  title: Words;
  about: Words; // a sentence
  value: string | number | boolean; // the default
  values: { value: string | number | boolean; title: Words }[];
  cites: Cites;
}

export interface NewGame {
  scenario: string;
  options?: Record<string, string | number | boolean>;
  seats: Record<string, string>; // by seat: "human" or the name of a computer player
  nonce?: string; // goes into the dice, so that the server cannot choose them alone
}

export interface NewTable {
  game: string;
  links: Record<string, string>; // by seat held by a person: its secret token
}

// ---------------------------------------------------------------- lessons

/** GET /api/lessons */
export interface LessonCard {
  id: string; // "revolution/moving"
  title: Words;
  about: Words; // a sentence
  box: Words; // the family of the game it is about
  scenario: string;
  minutes: number;
  steps: number;
  cites: Cites;
}

/** POST /api/lessons: begins it; the answer is a NewTable. */
export interface NewLesson {
  lesson: string;
  nonce?: string;
}

/** Where its learner stands in a lesson. */
export interface LessonGuide {
  id: string;
  title: Words;
  done: number; // steps done, of those that must be
  steps: number;
  step: string; // the one to be done now, or ""
  told: Words[]; // what came of the last step
  words: Words; // what to do now; once it is finished, its last words
  why: Words;
  cites: Cites;
  pieces: string[]; // what to look at on the map
  places: string[];
  astray: boolean; // the last choice was another than the one asked for
  finished: boolean;
  next: LessonLink | null; // the lesson after it
}

export interface LessonLink {
  id: string;
  title: Words;
}

// ---------------------------------------------------------------- the map (does not change during play, or hardly ever)

export type Point = [number, number];

export interface HexMap {
  kind: "hexes";
  digest: string;
  columns: number;
  rows: number;
  north: "up" | "down" | "left" | "right";
  scale: Words;
  values: Words; // what the numbers on a counter mean
  hexes: { label: string; column: number; row: number; terrain: string; features: string[]; words: Words }[]; // flat-top, counted from 1, even columns half a hex lower
  hexsides: { kind: string; between: [string, string] }[];
  roads: { kind: string; hexes: string[] }[];
  names: { hex: string; text: string; kind: "place" | "water" | "road" }[];
  entries: { hex: string; letter: string }[];
  zones: { name: string; hexes: string[] }[];
  legend: { kind: "terrain" | "hexside" | "road" | "feature"; word: string; title: Words }[];
}

export interface AreaMap {
  kind: "areas";
  digest: string;
  cartouche: Words[];
  corner: Point;
  left: number;
  top: number;
  width: number;
  height: number;
  areas: {
    id: string; name: string; polygon: Point[]; label: Point; place: Point; tint: string;
    ground: "open" | "woods" | "thicket"; printed: Flag; prize: boolean; notes: Words[]; words: Words;
  }[];
  borders: Point[][];
  rivers: { name: string; lines: Point[][]; course: Point[] }[];
  crossings: { name: string; at: Point; along: Point }[];
  roads: Point[][];
  legend: { kind: string; word: string; title: Words }[];
}

export interface Flag {
  letters: string;
  colour: string;
}

export type BoardMap = HexMap | AreaMap;

// ---------------------------------------------------------------- the table: what one seat, or a spectator, sees now

/** Every field of the table is a part; an update carries only the parts that changed. */
export interface Table {
  game: string;
  scenario: string;
  title: Words;
  seat: string | null; // null: a spectator
  seq: number; // how many moves are committed; a command names it
  moment: number; // number of the moment, for links and the scrubber
  seats: SeatState[];
  sides: SideState[]; // whom tracks, forecasts and outcomes speak of: the sides, then the armies of which a side has several
  actors: string[];
  over: { winner: string | null; words: Words; level: Words; reason: Words; cites: Cites } | null;
  when: { turn: number | null; phase: Words; phasing: string; words: Words };
  map: string; // digest of the map; fetch it again if it is another
  pieces: Pieces;
  tracks: Track[];
  victories: Victory[];
  notes: Words[]; // lines about scores, weather and the like
  decision: Question | null;
  can_undo: boolean;
  offers: Offer[];
  advice: { seat: string; about: string; word: "play" | "keep" }[]; // what this seat and its allies advise one another, seen by them only
  orders: StandingOrder[]; // the standing orders this seat may give, with what it has ordered
  inspections: { what: string; title: Words; key: string }[]; // "reach", "zoc", "sight"
  dice: { commitment: string; secret: string | null; game: string; nonces: Record<string, string> };
  options: { title: Words; value: Words }[];
  rematch: string; // the game that was begun as its rematch, or ""
  lesson: LessonGuide | null; // if it is a lesson, for who takes it
}

export interface SideState {
  name: string;
  title: Words; // "Allied"
  army: Words; // "the Allies"
  colour: string;
  seats: string[]; // who answers for it; none for an army of a side
}

export interface SeatState {
  name: string;
  title: Words; // "British"
  army: Words; // "the British"
  colour: string;
  player: string; // "human" or the name of a computer player
  player_title: Words;
  joined: boolean;
  online: boolean;
  called: string; // the name its person goes by at the table, or ""
}

export interface Counter {
  id: string; // "" for a counter whose face this seat may not see
  name: string;
  title: string;
  symbol: string;
  values: string;
  colours: { face: string; ink: string; band: string; band_ink: string };
  steps: number;
  lost: number;
  rank: number;
  states: { word: string; title: Words }[];
  basis: Words; // where its values come from, if not all are printed
  words: Words; // all of it, for a label
}

export interface Pieces {
  stacks: { place: string; counters: Counter[]; colour?: string; entrenched?: boolean; side?: string }[]; // the top one last; the side is a seat
  markers: { place: string; text: string; colour: string }[];
  flags: { place: string; flag: Flag }[]; // area maps: who holds what now
  trays: { title: Words; counters: Counter[] }[];
}

export interface Track {
  name: string;
  title: Words;
  kind: "boxes" | "levels";
  boxes: Words[]; // kind boxes
  marker: number; // kind boxes: index, or -1
  levels: { seat: string; value: number; words: Words }[]; // kind levels: army morale, momentum, points
  least: number;
  most: number;
  bands: { from: number; to: number; title: Words }[];
}

export interface Question {
  kind: string; // "CloseCombat.choose_tactics"
  prompt: Words;
  cites: Cites;
  sealed: boolean;
  choices: Choice[];
  pieces?: string[]; // counters the question itself is about: the one that marches, the one that retreats
  fights?: OpenFight[]; // those under way or announced, the next first
  closing?: Closing[]; // the actions that end what is asked, those that are not legal now with the reason
  leave?: Leave | null; // the way back to the question before
  proposals?: Proposal[]; // ready-made answers
}

/** Something that is still to be done, and the counters that owe it. */
export interface Duty {
  words: Words;
  cites: Cites;
  pieces: string[];
}

export interface Closing {
  action: string;
  words: Words;
  barred: Duty | null; // why it is not legal now
  duties: Duty[]; // what it would leave undone
  final: boolean; // another answers at once, or dice fall
}

/** How to get from a question about one counter back to the one before, and what can be chosen there. */
export interface Leave {
  action: string; // ends what is asked; "": an undo takes back that the counter was chosen
  pieces: string[];
  closing: Closing[];
}

/** A ready-made answer: actions to be taken one after another. */
export interface Proposal {
  words: Words;
  about: Words;
  actions: string[];
  cites: Cites;
}

export interface OpenFight {
  words: Words;
  pieces: string[]; // who attacks
  places: string[]; // what is attacked
  now: boolean; // whether the question is about it
}

/** A way to win: its level, when it counts, and all that it needs with how far that is. */
export interface Victory {
  seat: string;
  level: Words;
  when: Words;
  needs: { words: Words; now: Words; met: boolean }[];
  cites: Cites;
}

export interface Choice {
  action: string; // "go 1108": what is sent back
  word: string; // "go": to march, at the costs that the inspection "reach" tells
  words: Words;
  places: string[]; // hexes or areas it speaks of
  pieces: string[]; // counters it speaks of
  fight: boolean; // whether it begins or joins a fight that can be forecast
  chance?: number; // how likely it succeeds, where one roll decides
}

export interface Offer {
  kind: "take-back" | "draw" | "take-over";
  by: string; // the seat that asks
  words: Words;
  waits_for: string[]; // seats that have yet to agree
}

export interface StandingOrder {
  kind: string; // the question it answers
  title: Words;
  cites: Cites;
  answers: { answer: string; title: Words }[]; // "" is: ask me
  answer: string;
}

// ---------------------------------------------------------------- what happened

export interface LogLine {
  number: number; // of the event
  moment: number; // the moment at which it can be seen on the map
  heading: "" | "turn" | "phase";
  words: Words;
  places: string[];
  pieces: string[];
  roll: RollLedger | null;
  undoes: number | null; // the moment whose lines were taken back by it
}

export interface ModifierLine {
  value: number;
  words: Words;
  cites: Cites;
}

export interface RollLedger {
  words: Words;
  faces: number[];
  sides: number;
  total: number;
  modifiers: ModifierLine[];
  cites: Cites;
  result: string; // the result of the table it led to, a word of Ledger.results, or ""
  result_words: Words; // what it does
  result_cites: Cites;
}

// ---------------------------------------------------------------- commands

/** POST /api/games/{game}/moves. The key makes a repeated request harmless. */
export interface Move {
  seq: number;
  key: string;
  do: "action" | "undo" | "resign";
  action?: string;
}

export interface Committed {
  seq: number;
}

/** Every refusal, of whatever route. */
export interface Refusal {
  error: string; // a word: "stale", "illegal", "not-yours", "unknown", "malformed", "too-large", "over"
  words: Words; // one clear sentence: what is wrong, and what to do
  cites: Cites;
  seq?: number; // with "stale": where the game stands
}

/** POST /api/games/{game}/offers: `about` is the seat to be taken over. Answered by POST .../offers/{kind}. */
export interface NewOffer {
  kind: "take-back" | "draw" | "take-over";
  about?: string;
}

export interface Answer {
  yes: boolean;
}

/** POST /api/games/{game}/chat */
export interface Say {
  text: string;
}

/** GET and PUT /api/games/{game}/note: only its own seat ever sees it. */
export interface Note {
  text: string;
}

/** PUT /api/games/{game}/orders */
export interface Order {
  kind: string;
  answer: string; // "" is: ask me
}

/** GET /api/games/{game}/notices: a list of the kinds that this server offers, as the own seat has left them; PUT one of them. */
export interface Notice {
  kind: "mail" | "webhook";
  address: string; // "": none
}

// ---------------------------------------------------------------- questions about the position

/** GET /api/games/{game}/forecast?action=... */
export interface Ledger {
  title: Words;
  verdict: Words; // how good the odds are and what the fight costs, in one line
  attacker: string;
  defender: string;
  strengths: { seat: string; value: number }[];
  column: Words;
  columns: Words[]; // the whole row of columns of the table, where there is one
  shifts: ModifierLine[];
  modifiers: ModifierLine[];
  modifier: number;
  results: { word: string; title: Words; chance: number; cites: Cites }[]; // the title says what it does, where it is not said by the word
  losses: { seat: string; steps: number }[];
  sealed: { seat: string; choices: { action: string; words: Words; chance: number }[] }[];
  matrix: SealedMatrix | null;
  lines: ChartLine[];
  policies: Words[];
}

/** Where a chart is read: row and column, from 0; -1 where none is known before the dice fall. */
export interface ChartLine {
  chart: string;
  row: number;
  column: number;
}

/** Every pair of sealed choices: the rows are those of one seat, each with how often it is made in equilibrium. */
export interface SealedMatrix {
  seat: string;
  rows: { action: string; words: Words; chance: number }[];
  columns: { action: string; words: Words; chance: number }[];
  cells: { words: Words; favours: number }[][]; // whom a pair favours: 1 the seat of the rows, -1 the other, 0 neither
}

/** GET /api/games/{game}/odds?action=... */
export interface Odds {
  verdict: Words; // what the fight costs on average when all is carried out
  consequences: { chance: number; words: Words[] }[];
  fates: { piece: string; words: Words; chance: number }[];
  policies: Words[];
}

/** GET /api/games/{game}/why?place=... or ?action=... or ?piece=...: why not, rule by rule. */
export interface WhyNot {
  refusals: { action: string; words: Words; reason: Words; cites: Cites }[];
}

/** GET /api/games/{game}/inspect?what=reach&piece=... */
export interface Inspection {
  what: string;
  piece: string;
  places: { place: string; value: number | null }[];
}

/** GET /api/games/{game}/remarks?place=...&piece=...: what there is to say about a place now, for a counter if one is named. */
export interface Remarks {
  place: string;
  piece: string;
  remarks: Remark[];
}

export interface Remark {
  words: Words;
  cites: Cites;
}

/** GET /api/rules?scenario=...: the contents of its rulebooks (of all without); &find=...: what speaks of these words or numbers. */
export interface RuleLine {
  id: string;
  title: Words;
  text: Words; // of what was looked for the sentence that says most about it
  book: Words;
  depth: number;
  kind: "section" | "rule";
}

/** GET /api/rules/{id}: the section of a rule, whole. */
export interface RulePage {
  id: string;
  title: Words;
  text: Words;
  book: Words;
  above: RuleLink[]; // the sections it lies in, the outermost first
  within: RuleLink[]; // the sections in it
  see: RuleLink[]; // where to read on
  rules: Rule[];
  links: string[]; // the ids of rules that the texts name
  before: RuleLink | null; // the section before it, and the one after it
  after: RuleLink | null;
}

export interface RuleLink {
  id: string;
  title: Words;
}

export interface Rule {
  id: string;
  title: Words;
  text: Words;
  example: Words;
  ruling: Words; // how a doubt about the printed text was decided
}

/** GET /api/scenarios/{id}/charts */
export interface Chart {
  id: string;
  title: Words;
  corner: Words; // what the rows are
  columns: Words[];
  rows: { title: Words; cells: Words[]; cites: Cites }[];
  notes: Words[];
  cites: Cites;
}

// ---------------------------------------------------------------- history

/** GET /api/games/{game}/moments */
export interface Moments {
  moments: { number: number; turn: number | null; phase: Words; actors: string[]; events: number }[];
}

/** GET /api/games/{game}/moments/{number}: the table as it was seen then; once the game is over with all counters face up. */

/** POST /api/games/{game}/fork: a new game from a moment; while this one goes on, from what this seat knew. */
export interface Fork {
  moment: number;
  seats: Record<string, string>;
  nonce?: string;
}

/** GET /api/games/{game}/report, once the game is over */
export interface Report {
  over: NonNullable<Table["over"]>;
  turns: { turn: number; moment: number }[]; // where each turn begins
  tracks: { name: string; title: Words; series: { seat: string; points: Point[] }[] }[]; // (moment, level from then on)
  luck: Luck[];
  luck_words: Words[];
  stakes: Words; // what `swing` counts: army morale, hits
  measured: Words; // by what turning points were found
  turning_points: TurningPoint[];
  rolls: RollFact[]; // every die that fell, for the page to compute anew
  dice: { verified: boolean; words: Words; rolls: number };
}

/** All rolls of a seat for one purpose: the sum of the faces on average, and as they fell. */
export interface Luck {
  seat: string;
  purpose: Words;
  rolls: number;
  dice: number;
  expected: number;
  rolled: number;
  swing: number | null; // what they were worth beyond what was to be expected, where the game can tell
}

export interface TurningPoint {
  moment: number;
  seat: string; // whom it favoured
  words: Words;
  swing: number;
  kind: "swing" | "surprise";
}

export interface RollFact {
  index: number;
  low: number;
  high: number;
  face: number;
  moment: number;
  seat: string;
  words: Words; // what it was rolled for
}

// ---------------------------------------------------------------- the socket: /api/games/{game}/live

/** First message of a client. */
export interface Hello {
  token: string | null;
  since: number; // log lines it already has
  language: string;
  nonce?: string; // goes into the dice if it comes before the first roll
}

export type FromServer =
  | { type: "update"; parts: Partial<Table>; log: LogLine[] }
  | { type: "chat"; lines: ChatLine[] }
  | { type: "thinking"; seats: string[] }
  | { type: "refused"; refusal: Refusal };

export interface ChatLine {
  number: number;
  seat: string | null; // null: the house
  name: Words;
  text: string;
  at: string; // ISO time
}
