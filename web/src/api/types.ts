/** What the server sends and takes. Written by web/generate_types.py from the server's shapes; change those, not this. */

export type Point = [number, number];

export interface Remark { words: string; cites: string[] }

/** A card face up: what it says, what it would do now or why it cannot be played, and the actions that use it. */
export interface Card {
  id: string;
  name: string;
  text: string;
  symbol: string;
  notes: string[];
  cites: string[];
  standing: "later" | "never" | "now" | "other";
  why_not: Remark | null;
  outlook: string[];
  actions: string[];
}

/** What a side holds: how many cards, and those that the seat may see. */
export interface Hand { side: string; count: number; cards: Card[] }

/** All hands, the seat's own first; the deck; and what lies open. */
export interface CardTable { hands: Hand[]; deck: number; played: Card | null; in_force: Card[]; out: Card[] }

/** What holds for everybody now and changes other rules: the weather, say. */
export interface Circumstance { kind: string; title: string; symbol: string; changes: Remark[] }

/** Something that allies may propose to use or to keep. */
export interface Subject { id: string; title: string }

/** What allies share: who decides if they do not agree, and what there is to agree on. */
export interface Agreement { decides: string; cites: string[]; subjects: Subject[] }

export interface SeatCard { name: string; title: string; colour: string }

/** A computer player. */
export interface PlayerCard { name: string; title: string; about: string }

export interface ValueCard { value: string | number | boolean; title: string }

/** A choice made before the game. */
export interface OptionCard {
  name: string;
  title: string;
  about: string;
  value: string | number | boolean;
  values: ValueCard[];
  cites: string[];
}

/** A scenario in the list of games: the title in full, and as the name of the game and of the scenario in it. */
export interface ScenarioCard {
  id: string;
  title: string;
  game: string;
  name: string;
  box: string;
  about: string;
  seats: SeatCard[];
  turns: number | null;
  minutes: number;
  difficulty: 1 | 2 | 3;
  picture: string;
  options: OptionCard[];
  players: PlayerCard[];
}

/** Who plays what: each seat for `human` or a computer player; the nonce goes into the dice. To the seats in `invite` others are invited; you hold the other seats for `human`, and everybody at the table sees which. */
export interface NewGame {
  scenario: string;
  seats: Record<string, string>;
  options?: Record<string, string | number | boolean>;
  nonce?: string;
  invite?: string[];
}

/** A game that was begun: the secret of each seat that you hold, and of each invitation to another. */
export interface NewTable { game: string; links: Record<string, string>; invitations: Record<string, string> }

/** What a seat does: the number of the last move it saw, a key that makes a repetition harmless, and the command. */
export interface Move { seq: number; key: string; do: "action" | "resign" | "undo"; action?: string }

export interface Committed { seq: number }

/** Every refusal, of whatever route: a word for programs, and one clear sentence for people. */
export interface Refusal { error: string; words: string; cites: string[]; seq?: number }

/** Ask the others for something; `about` is the seat that a computer player should take over, or its player. */
export interface NewOffer { kind: "draw" | "take-back" | "take-over"; about?: string }

export interface Answer { yes: boolean }

export interface Say { text: string }

/** What the person of a seat is called at the table. */
export interface Called { name: string }

/** The private note of a seat. */
export interface Note { text: string }

/** A standing order; the empty answer ends it. */
export interface Order { kind: string; answer: string }

/** What a seat advises its allies to `play` or to `keep`; the empty word ends it. */
export interface NewAdvice { about: string; word: "" | "keep" | "play" }

/** Where the person of a seat wants to be told that it is their turn; the empty address ends it. */
export interface Notice { kind: "mail" | "webhook"; address: string }

export interface ModifierLine { value: number; words: string; cites: string[] }

export interface Strength { seat: string; value: number }

export interface Result { word: string; title: string; chance: number; cites: string[] }

export interface Loss { seat: string; steps: number }

/** Where a chart is read: row and column, from 0; -1 where none is known before the dice fall. */
export interface ChartLine { chart: string; row: number; column: number }

export interface SealedChoice { action: string; words: string; chance: number }

export interface SealedMix { seat: string; choices: SealedChoice[] }

/** What a pair of sealed choices gives, and whom it favours: 1 who reads the row, -1 the other side, 0 neither. */
export interface MatrixCell { words: string; favours: number }

/** Every pair of sealed choices: the rows are those of one seat; `chance` is how often each is made in equilibrium. */
export interface SealedMatrix { seat: string; rows: SealedChoice[]; columns: SealedChoice[]; cells: MatrixCell[][] }

/** Those who can begin a fight together: what is chosen after the choice that begins it, and the chance that it succeeds. */
export interface Party { pieces: string[]; actions: string[]; chance: number }

/** What may come of a fight, with every number explained; the verdict says it in one line. */
export interface Breakdown {
  title: string;
  verdict: string;
  attacker: string;
  defender: string;
  strengths: Strength[];
  column: string;
  columns: string[];
  shifts: ModifierLine[];
  modifiers: ModifierLine[];
  modifier: number;
  results: Result[];
  losses: Loss[];
  sealed: SealedMix[];
  matrix: SealedMatrix | null;
  lines: ChartLine[];
  policies: string[];
  party?: string[]; // Who takes part in the fight of this breakdown, where one may choose.
  parties?: Party[]; // All who can take part, together or alone, the best first.
}

export interface Consequence { chance: number; words: string[] }

export interface Fate { piece: string; words: string; chance: number }

/** The exact chances of all that may come of a fight; the verdict says in one line what it costs on average. */
export interface Odds { verdict: string; consequences: Consequence[]; fates: Fate[]; policies: string[] }

/** How the game ended. */
export interface Over { winner: string | null; words: string; level: string; reason: string; cites: string[] }

export interface MomentLine { number: number; turn: number | null; phase: string; actors: string[]; events: number }

/** The moments of a game so far. */
export interface Moments { moments: MomentLine[] }

/** The level of a seat on a track, moment by moment. */
export interface Series { seat: string; points: Point[] }

export interface TrackHistory { name: string; title: string; series: Series[] }

/** What a seat rolled for a purpose, against what it could expect: sums of faces; `swing` is what they were worth. */
export interface Luck {
  seat: string;
  purpose: string;
  rolls: number;
  dice: number;
  expected: number;
  rolled: number;
  swing: number | null;
}

export interface TurningPoint { moment: number; seat: string; words: string; swing: number; kind: "surprise" | "swing" }

/** A die that fell: all that is needed to compute its face anew. */
export interface RollFact {
  index: number;
  low: number;
  high: number;
  face: number;
  moment: number;
  seat: string;
  words: string;
}

export interface TurnMark { turn: number; moment: number }

export interface DiceReport { verified: boolean; words: string; rolls: number }

/** A chapter of the story of a game in progress. */
export interface DiaryPage { turn: number; title: string; lines: string[]; evening: boolean }

/** A chapter of the story of a game that is over, and the moment at which it ended; an evening has a map. */
export interface DiaryLeaf { turn: number; title: string; lines: string[]; evening: boolean; moment: number }

/** The game looked back on, once it is over. */
export interface Report {
  over: Over;
  turns: TurnMark[];
  tracks: TrackHistory[];
  luck: Luck[];
  luck_words: string[];
  stakes: string;
  measured: string;
  turning_points: TurningPoint[];
  rolls: RollFact[];
  dice: DiceReport;
  diary: DiaryLeaf[];
}

/** A new game from a moment of another: each seat for `human` or a computer player. */
export interface Fork { moment: number; seats: Record<string, string>; nonce?: string }

export interface RefusedAction { action: string; words: string; reason: string; cites: string[] }

/** What is not among the choices, and the rule that forbids it. */
export interface WhyNot { refusals: RefusedAction[] }

export interface PlaceValue { place: string; value: number | null }

/** A counter as another one sees it, or what is in the way, and where (`broken`). */
export interface LineOfSight {
  piece: string;
  start: string;
  end: string;
  far: number;
  sight: "blocked" | "clear" | "covered";
  words: string;
  broken: string;
}

/** Places on the map, each with a number where there is one; or lines of sight, the nearest first. */
export interface Inspection { what: string; piece: string; places: PlaceValue[]; lines: LineOfSight[] }

/** What there is to say about a place now, for a counter if one is named. */
export interface Remarks {
  place: string;
  piece: string;
  remarks: Remark[];
  decisions: Remark[]; // Why an automaton did what it did with what stands there, step by step.
}

/** What somebody is invited to: the game, the seat, and who else plays. */
export interface Invitation {
  game: string;
  scenario: string;
  title: string;
  seat: string;
  side: string;
  colour: string;
  against: string[];
}

/** An invitation to a seat: the secret for its link, which is shown only here. */
export interface NewInvitation { seat: string; invitation: string }

/** The seat to which somebody is invited, or no longer. */
export interface Inviting { seat: string }

/** The secret of an invitation. */
export interface Invited { invitation: string }

/** An invitation, and a random key by which a repeated request gets the same token; nobody else must know it. */
export interface Taking { invitation: string; key: string }

/** The seat that you have taken, with its secret. */
export interface TakenSeat { seat: string; token: string }

/** A lesson in the list: which game it is about, and how long it takes. */
export interface LessonCard {
  id: string;
  title: string;
  about: string;
  box: string;
  game: string;
  scenario: string;
  minutes: number;
  steps: number;
  cites: string[];
}

export interface NewLesson { lesson: string; nonce?: string }

export interface LessonLink { id: string; title: string }

/** Where its learner stands in a lesson: what came of the last step, what to do now and why, and what to look at. */
export interface LessonGuide {
  id: string;
  title: string;
  done: number;
  steps: number;
  step: string;
  told: string[];
  words: string;
  why: string;
  cites: string[];
  pieces: string[];
  places: string[];
  astray: boolean;
  finished: boolean;
  next: LessonLink | null;
}

/** Something to see on the map for a while: smoke over some places, or from where to where somebody went. A clearing thins all smoke, and the next one ends it. */
export interface Effect { kind: "clearing" | "smoke" | "way"; places: string[] }

export interface RollBreakdown {
  words: string;
  faces: number[];
  sides: number;
  coloured: number; // How many of the dice, the last ones, are of another colour.
  total: number;
  modifiers: ModifierLine[];
  cites: string[];
  result: string;
  result_words: string;
  result_cites: string[];
}

/** One event: its number, the moment at which it can be seen on the map, and what it speaks of. `undoes` is the moment whose lines were taken back by it. */
export interface LogLine {
  number: number;
  moment: number;
  heading: "" | "phase" | "turn";
  words: string;
  places: string[];
  pieces: string[];
  roll: RollBreakdown | null;
  undoes: number | null;
  effect?: Effect; // What it leaves on the map for a while.
  leads?: boolean; // Whether it says why what comes next happens.
  forecast?: Breakdown; // What the odds said just before its roll, as far as this seat could know, if the roll decided a fight.
}

/** An area map, north up. */
export interface AreaSheet {
  kind: "areas";
  id: string;
  title: string; // What it is called where there are several.
  art: Art; // How the words on it look: those of its ground, and of what stands and lies there.
  stacks: StackPicture[];
  markers: MarkerPicture[];
  flags: FlyingPicture[];
  groups: GroupPicture[];
  additions: AdditionPicture[];
  ways: WayPicture[]; // Those that are being declared, or were taken just now.
  sky: ("fog" | "night" | "rain")[]; // What the weather and the hour do to the look of the whole board.
  cartouche: string[]; // The lettering in the corner of the map, its name first.
  corner: Point; // Where it begins.
  left: number;
  top: number;
  width: number;
  height: number;
  areas: AreaPicture[];
  borders: Point[][];
  rivers: RiverPicture[];
  crossings: CrossingPicture[];
  roads: Point[][];
}

/** How the words of a game look. */
export interface Art {
  ground?: Record<string, GroundArt>;
  edges?: Record<string, EdgePattern>;
  roads?: Record<string, RoadPattern>;
  features?: Record<string, FeatureDrawing>;
  symbols?: Record<string, SymbolDrawing>;
  states?: Record<string, StateArt>;
  additions?: Record<string, AdditionDrawing>;
}

/** A pattern in its own colour, or in another. */
export interface GroundArt { pattern: GroundPattern; colour?: string }

/** A shape in a colour, and the letter for where there is no room for words; on a figure, its marks. */
export interface StateArt { shape?: StateShape; colour?: string; letter?: string; figure?: FigureMark[] }

/** The counters of a place, the top one last; those of one army where armies lie apart. */
export interface StackPicture { place: string; counters: CounterPicture[]; colour: string; entrenched: boolean }

/** A counter as it lies on a sheet. */
export interface CounterPicture {
  id: string;
  name: string;
  symbol: string; // What kind of counter it is, by a word for which the art of its sheet has a drawing; `back` lies face down.
  values: string;
  colours: Colours;
  title: string; // The full name, shown when the pointer rests on the counter.
  steps: number;
  lost: number; // Strength steps when full, and how many of them are gone.
  rank: number;
  states: string[];
  basis: string; // Where the values come from, if they are not all printed.
  side: string; // The seat it belongs to, so that sides can be told apart by more than colour.
  group: string; // The group that it acts with, if it has one (see `GroupPicture`).
  facing: Point | null; // Which way it faces: a vector of any length, as points are measured on its sheet.
}

/** The colours of a counter: its face, its lettering, and the band with its name. */
export interface Colours { face: string; ink: string; band: string; band_ink: string }

/** A small flag in a place: who holds it, with a word. */
export interface MarkerPicture { place: string; text: string; colour: string }

/** The flag that flies in a place where another, or none, is printed. */
export interface FlyingPicture { place: string; flag: FlagPicture }

/** Whose a place is: letters on a colour. */
export interface FlagPicture { letters: string; colour: string }

/** Counters that act together, such as a squad: shown by an outline and a badge. */
export interface GroupPicture {
  id: string;
  title: string;
  badge: string; // What is worth knowing of it at a glance, in a few letters.
  colours: Colours;
  side: string;
  states: string[];
  facing: Point | null;
}

/** Something that was built, broken or laid on the map in play: works, a breach, a bridge, smoke. In one place it stands there; between two adjacent places it lies between them (the outer one first); through more it runs. */
export interface AdditionPicture { kind: string; places: string[]; text: string }

/** A way from place to place: as far as it has been declared, as it would be, or as it was taken just now. */
export interface WayPicture {
  places: string[]; // Where it begins, each bend, where it ends.
  lengths: string[]; // How long it is up to each place after the first.
  text: string; // All that it costs, and what is left.
  tolls: TollPicture[];
  goes_on: boolean; // Whether its end has still to be declared.
  taken: boolean;
}

/** What a way pays besides its length, and where: a fence that it crosses, a wood that it enters. */
export interface TollPicture { place: string; text: string }

/** One area: its outline, where its name and its place stand, its ground, and the flag printed on it. */
export interface AreaPicture {
  id: string;
  name: string;
  polygon: Point[];
  label: Point;
  place: Point;
  tint: string;
  ground: string;
  printed: FlagPicture;
  prize: boolean; // Whether the game is about this area.
  notes: string[];
}

/** A river as the borders that it runs along, and the course that its name follows. */
export interface RiverPicture { name: string; lines: Point[][]; course: Point[] }

/** A place where a river can be crossed: where, and which way the river runs there. */
export interface CrossingPicture { name: string; at: Point; along: Point }

/** A display: boxes with counters on them, in frames, joined by lines. */
export interface DisplaySheet {
  kind: "display";
  id: string;
  title: string; // What it is called where there are several.
  art: Art; // How the words on it look: those of its ground, and of what stands and lies there.
  stacks: StackPicture[];
  markers: MarkerPicture[];
  flags: FlyingPicture[];
  groups: GroupPicture[];
  additions: AdditionPicture[];
  ways: WayPicture[]; // Those that are being declared, or were taken just now.
  sky: ("fog" | "night" | "rain")[]; // What the weather and the hour do to the look of the whole board.
  width: number;
  height: number;
  boxes: BoxPicture[];
  panels: PanelPicture[];
  links: Point[][]; // Lines from box to box with an arrow head at their end.
  rivers: Point[][]; // Waters that run across, below the boxes.
}

/** One box: its middle, its size, what is printed in it, and the words that explain it. */
export interface BoxPicture {
  id: string;
  text: string;
  at: Point;
  size: Point;
  round: boolean;
  tint: string;
  about: string;
  outlined: boolean; // Whether it stands out by a heavy line.
  captioned: boolean; // Whether its text stands at its upper edge, clear of the counters.
}

/** A frame with a title about boxes that belong together. */
export interface PanelPicture {
  title: string;
  left: number;
  top: number;
  width: number;
  height: number;
  kind: "boxes" | "column" | "track" | "wheel";
}

/** A hex map. It may begin at any column and row; whether a column stands lower is told by its printed number. */
export interface HexSheet {
  kind: "hexes";
  id: string;
  title: string; // What it is called where there are several.
  art: Art; // How the words on it look: those of its ground, and of what stands and lies there.
  stacks: StackPicture[];
  markers: MarkerPicture[];
  flags: FlyingPicture[];
  groups: GroupPicture[];
  additions: AdditionPicture[];
  ways: WayPicture[]; // Those that are being declared, or were taken just now.
  sky: ("fog" | "night" | "rain")[]; // What the weather and the hour do to the look of the whole board.
  columns: number;
  rows: number; // The numbers of the last column and row.
  first_column: number;
  first_row: number;
  hexes: HexPicture[];
  north: "down" | "left" | "right" | "up";
  scale: string; // The width of a hex in words.
  hexsides: HexsidePicture[];
  roads: RoadPicture[];
  names: NamePicture[];
  entries: EntryPicture[];
  zones: ZonePicture[];
  beyond: string[]; // Hexes that are shown but not played on.
}

/** One hex: where it lies, its ground, and what stands on it. Columns and rows bear the numbers that are printed. */
export interface HexPicture { label: string; column: number; row: number; terrain: string; features: string[] }

/** What lies between two hexes. The order tells where it matters: low hex, high hex; outer hex, inner hex. */
export interface HexsidePicture { kind: string; between: [string, string] }

/** A road or track as the chain of its hexes. */
export interface RoadPicture { kind: string; hexes: string[] }

/** A name on the map; water, crossings and roads are lettered in their own manner. */
export interface NamePicture { hex: string; text: string; kind: "crossing" | "place" | "road" | "water" }

/** A letter at the edge of the map where troops come in. */
export interface EntryPicture { hex: string; letter: string }

/** Hexes that belong together, outlined. */
export interface ZonePicture { name: string; hexes: string[] }

/** A table top. The place of a marker or a flag may also be the id of an objective. */
export interface PlaneSheet {
  kind: "plane";
  id: string;
  title: string; // What it is called where there are several.
  art: Art; // How the words on it look: those of its ground, and of what stands and lies there.
  stacks: StackPicture[];
  markers: MarkerPicture[];
  flags: FlyingPicture[];
  groups: GroupPicture[];
  additions: AdditionPicture[];
  ways: WayPicture[]; // Those that are being declared, or were taken just now.
  sky: ("fog" | "night" | "rain")[]; // What the weather and the hour do to the look of the whole board.
  width: number;
  height: number;
  base: number; // How wide the base of a man is.
  step: number; // How far apart the points lie that can be named.
  grounds: GroundPicture[];
  lines: LinePicture[];
  objectives: ObjectivePicture[];
  rears: RearPicture[];
}

/** A piece of ground: a field, a wood, marsh, rocks, the roof of a house. */
export interface GroundPicture { id: string; kind: string; outline: Point[]; name: string }

/** What runs along a line: a fence, a hedge, a wall, a stream, a road. */
export interface LinePicture { id: string; kind: string; points: Point[]; name: string }

/** A place that is fought for: its middle, how far about it one must stand, and what holding it is worth in words. */
export interface ObjectivePicture { id: string; name: string; at: Point; radius: number; worth: string }

/** The edge that is a side's rear. */
export interface RearPicture { edge: "east" | "north" | "south" | "west"; side: string; title: string; colour: string }

export interface LegendLine { kind: string; word: string; title: string }

/** A sheet without all that changes in play, with what is printed in each place in words, and what is drawn on it. */
export interface SheetMap {
  sheet: HexSheet | AreaSheet | PlaneSheet | DisplaySheet;
  words: Record<string, string>;
  legend: LegendLine[];
}

/** All sheets of a game. `values` says what the numbers on a counter mean. */
export interface BoardMap { digest: string; values: string; sheets: SheetMap[] }

export interface CounterState { word: string; title: string }

/** A counter; one whose face the seat may not see has no id. */
export interface Counter {
  id: string;
  name: string;
  title: string;
  symbol: string;
  values: string;
  colours: Colours;
  steps: number;
  lost: number;
  rank: number;
  states: CounterState[];
  basis: string;
  words: string;
  group?: string;
  facing?: Point;
}

/** The counters of a place, the top one last. */
export interface Stack { place: string; counters: Counter[]; colour?: string; entrenched?: boolean; side?: string }

/** Counters that act together, such as a squad: its badge, its states, which way it faces, and all of it for a label. */
export interface Group {
  id: string;
  title: string;
  badge: string;
  colours: Colours;
  words: string;
  sheet: string;
  side?: string;
  states?: CounterState[];
  facing?: Point;
}

/** Something that was built, broken or laid on the map: in one place, between two, or through more. */
export interface Addition {
  kind: string;
  places: string[];
  words: string;
  title: string; // What all of its kind are called.
}

/** What the weather and the hour do to the look of a sheet. */
export interface Sky { sheet: string; kinds: ("fog" | "night" | "rain")[] }

export interface Tray { title: string; counters: Counter[] }

/** What lies on the sheets, and beside them. */
export interface Pieces {
  stacks: Stack[];
  markers: MarkerPicture[];
  flags: FlyingPicture[];
  groups: Group[];
  additions: Addition[];
  ways: WayPicture[];
  sky: Sky[];
  trays: Tray[];
}

/** How what lies there differs from how it lay before: what is left out is as it was. */
export interface PiecesChange {
  stacks?: Stack[]; // All stacks of each place that differs.
  left?: string[]; // The places in which nothing lies any more.
  markers?: MarkerPicture[];
  flags?: FlyingPicture[];
  groups?: Group[];
  additions?: Addition[];
  ways?: WayPicture[];
  sky?: Sky[];
  trays?: Tray[]; // The trays that differ.
  cleared?: string[]; // The titles of the trays that are there no more.
}

/** Dice that are about to be rolled: whose they are, and the lowest face on which each counts; above its faces, never. */
export interface Pool { side: string; counts_from: number[] }

/** A thing that may happen, what it would mean, and whether it is to be feared or what the choice is made for. */
export interface RiskColumn { title: string; about: string; bad: boolean; goal: boolean }

/** A choice with the chance of each column. */
export interface RiskRow { action: string; words: string; chances: number[] }

/** What each of many choices may bring, side by side. */
export interface RiskTable { columns: RiskColumn[]; rows: RiskRow[] }

/** One thing that a seat may do now: what is sent back, what it speaks of, and its chance where one roll decides. */
export interface Choice {
  action: string;
  word: string;
  words: string;
  places: string[];
  pieces: string[];
  fight: boolean;
  chance?: number;
  cost?: number;
  spread?: PlaceValue[]; // Where it may strike, with the chance of each place, if it may go astray.
  leads?: boolean; // Whether a plain click on what it names means this, where several choices name it.
  pools?: Pool[]; // The dice of both sides as it would leave them, where it is about them.
  ends?: Remark[]; // What it ends for good: asked about once before it is made.
}

/** Many choices that differ only in a point: rows of points on one sheet, to be clicked into. */
export interface RegionChoices {
  action: string; // The text of each, with `{x}` and `{y}` for its point.
  words: string; // The same in words.
  sheet: string;
  origin: Point;
  step: number;
  rows: [number, string][][]; // Row by row the lengths of runs of points, each with a mark; no mark: not among them.
}

/** A fight under way, or announced: who attacks, and where. */
export interface OpenFight { words: string; pieces: string[]; places: string[]; now: boolean }

/** Something that is still to be done, the rules that say so, and the counters that owe it. */
export interface Duty { words: string; cites: string[]; pieces: string[] }

/** An action that ends what is asked: what stands in its way (then it is not legal now), what it would leave undone, and whether nobody could take it back, because another answers at once or dice fall. */
export interface Closing {
  action: string;
  words: string;
  barred: Duty | null;
  duties: Duty[];
  final: boolean;
  idle?: string[]; // Counters that could still act and that no choice names, such as guns where targets are chosen.
}

/** How a seat gets from a question about one counter back to the one before, and what it could choose there. The action ends what is asked; where it is empty, an undo takes back that the counter was chosen. */
export interface Leave { action: string; pieces: string[]; closing: Closing[] }

/** A ready-made answer: actions to be taken one after another. */
export interface Proposal { words: string; about: string; actions: string[]; cites: string[] }

/** What a seat must decide: exactly the legal choices. */
export interface Question {
  kind: string;
  prompt: string;
  cites: string[];
  sealed: boolean;
  choices: Choice[];
  regions?: RegionChoices[];
  pieces?: string[];
  fights?: OpenFight[];
  closing?: Closing[];
  leave?: Leave;
  proposals?: Proposal[];
  risks?: RiskTable;
}

/** A line of the contents, or something that was found, with the sentence that says most about it. */
export interface RuleLine {
  id: string;
  title: string;
  text: string;
  book: string;
  depth: number;
  kind: "rule" | "section";
}

export interface RuleLink { id: string; title: string }

/** A rule in full; the ruling says how a doubt about the printed text was decided. */
export interface Rule { id: string; title: string; text: string; example: string; ruling: string }

/** A section of the rules in short, its rules in full, and the ways to other sections. */
export interface RulePage {
  id: string;
  title: string;
  text: string;
  book: string;
  above: RuleLink[];
  within: RuleLink[];
  see: RuleLink[];
  rules: Rule[];
  links: string[];
  before: RuleLink | null;
  after: RuleLink | null;
}

export interface ChartRow { title: string; cells: string[]; cites: string[] }

/** A table of the game as it is printed. */
export interface Chart {
  id: string;
  title: string;
  corner: string;
  columns: string[];
  rows: ChartRow[];
  notes: string[];
  cites: string[];
}

/** The first message of a client: who it is, the log lines it has, its language, and a nonce for the dice. */
export interface Hello { token?: string | null; since?: number; language?: string; nonce?: string }

export interface ChatLine { number: number; seat: string | null; name: string; text: string; at: string }

/** How the pieces stood once a line of the log had happened: what differs from the step before; None: as they stand now. */
export interface Step { line: number; pieces?: PiecesChange }

/** The parts of the table that changed, as JSON, and the new lines of the log. If several things happened, `steps` tell how the pieces stood in between; the part `pieces` is how they stand now. */
export interface Update { type: "update"; parts: Partial<Table>; log: LogLine[]; steps?: Step[] }

export interface Chat { type: "chat"; lines: ChatLine[] }

export interface Thinking { type: "thinking"; seats: string[] }

export interface RefusedHello { type: "refused"; refusal: Refusal }

/** A track: a row of boxes with a marker, or a level for each seat. */
export interface Track {
  name: string;
  title: string;
  kind: "boxes" | "levels";
  boxes: string[];
  marker: number;
  levels: Level[];
  least: number;
  most: number;
  bands: Band[];
}

export interface Level { seat: string; value: number; words: string }

export interface Band { from: number; to: number; title: string }

/** A way to win: its level, when it counts, and all that it needs. */
export interface Victory { seat: string; level: string; when: string; needs: Needed[]; cites: string[] }

/** One thing that a victory needs, and how far it is. */
export interface Needed { words: string; now: string; met: boolean }

/** A seat: who plays it, whether anybody was ever there, whether somebody is invited to it, and which other seats its person holds. */
export interface SeatState {
  name: string;
  title: string;
  army: string;
  colour: string;
  player: string;
  player_title: string;
  joined: boolean;
  online: boolean;
  called: string;
  invited: boolean;
  held_with: string[];
}

/** A side with its seats, or an army of a side that has several: whom tracks, forecasts and outcomes speak of. */
export interface SideState { name: string; title: string; army: string; colour: string; seats: string[] }

/** Something that needs the consent of others. */
export interface Offer { kind: "draw" | "take-back" | "take-over"; by: string; words: string; waits_for: string[] }

export interface OrderAnswer { answer: string; title: string }

/** A question that a seat may have answered by itself; the empty answer is: ask me. */
export interface StandingOrder { kind: string; title: string; cites: string[]; answers: OrderAnswer[]; answer: string }

export interface When { turn: number | null; phase: string; phasing: string; words: string }

/** Something that can be inspected: its key, how it is shown on a map, whether it is shown of what is pointed at, and whether only of one's own counters. */
export interface InspectionKind {
  what: string;
  title: string;
  key: string;
  mark: "highlight" | "reach" | "sight" | "zone";
  pointed: boolean;
  own: boolean;
}

/** The commitment to the dice; their secret once the game is over. */
export interface DiceState { commitment: string; secret: string | null; game: string; nonces: Record<string, string> }

export interface OptionLine { title: string; value: string }

/** What one of the allies advises to `play` or to `keep`. */
export interface Advice { seat: string; about: string; word: string }

/** Every field is a part; an update carries only the parts that changed. */
export interface Table {
  game: string;
  scenario: string;
  title: string;
  seat: string | null;
  seq: number;
  moment: number;
  seats: SeatState[];
  sides: SideState[];
  actors: string[];
  over: Over | null;
  when: When;
  map: string;
  pieces: Pieces;
  tracks: Track[];
  victories: Victory[];
  circumstances: Circumstance[];
  cards: CardTable | null;
  notes: string[];
  diary: boolean;
  decision: Question | null;
  can_undo: boolean;
  offers: Offer[];
  invites: string[]; // The seats that nobody has taken, to which you have invited somebody and may invite again.
  orders: StandingOrder[];
  ordered: string; // What the seat's standing orders will answer to its question now, if they do.
  agreement: Agreement | null;
  advice: Advice[];
  inspections: InspectionKind[];
  dice: DiceState;
  options: OptionLine[];
  rematch: string;
  lesson: LessonGuide | null;
  earlier: string; // Why the game can only be read, if it was played by earlier rules.
}

export type AnySheet = HexSheet | AreaSheet | PlaneSheet | DisplaySheet;

export type FromServer = Update | Chat | Thinking | RefusedHello;

export type GroundPattern = "grass" | "rubble" | "rocks" | "furrows" | "orchard" | "paddies" | "marsh" | "trees-light" | "trees" | "trees-dense" | "scrub" | "rooftops" | "water" | "pond";

export type GroundColour = "meadow" | "straw" | "brine" | "moss" | "green" | "brick";

export type EdgePattern = "water-narrow" | "water" | "water-wide" | "slope" | "fence" | "wall" | "hedge" | "trees" | "earthwork" | "rampart" | "bank" | "stakes" | "timber" | "bastion" | "gabions" | "stepping-stones" | "bridge";

export type RoadPattern = "road" | "causeway" | "track" | "path" | "road-wide" | "road-narrow" | "railway";

export type FeatureDrawing = "headquarters" | "cemetery" | "house" | "cottage" | "tents" | "garden" | "springs" | "village" | "town" | "church" | "tavern" | "station" | "kiln" | "ferry" | "redoubt";

export type SymbolDrawing = "muskets" | "musket-and-horn" | "musket-and-target" | "musket-and-fork" | "sabres" | "gun" | "stars" | "musket" | "horse" | "horse-and-gun" | "men" | "empty" | "formation" | "box-cross" | "box-slash" | "box-dot" | "box-slash-dot" | "diamond" | "bridge" | "wagon" | "flag";

export type StateShape = "box" | "slanted" | "leaning" | "jagged" | "notched" | "pill" | "arrow" | "tag" | "chevron" | "hexagon" | "cloud" | "wavy" | "swollen" | "waisted" | "sack" | "basket";

export type StateColour = "amber" | "black" | "white" | "cream" | "grey" | "brown" | "tan" | "blue" | "lilac" | "green" | "mint" | "olive" | "sage" | "pale-green";

export type FigureMark = "lying" | "cross" | "slash" | "captive" | "ring";

export type AdditionDrawing = "earthwork" | "zigzag" | "embrasures" | "rubble" | "ruins" | "building-site" | "smoke" | "gap" | "gap-in-stakes" | "gap-in-wall" | "gabions" | "boats" | "bridge";
