// What server and page say to each other; written by python docs/_generate.

export type View = Required<Changes>;

export type AnimationEvent = {
  kind: "move" | "turn" | "attack" | "lost" | "eliminated" | "dice" | "turn_began" | "ended" | "placed";
  cell?: number;
  target?: number;
  facing?: number | null;
  faces?: readonly (string)[];
  side?: number;
  men?: number;
  forced?: boolean;
  hits?: readonly (boolean)[];
  along?: readonly (readonly [number, number])[];
  numbers?: string;
};

export type Answer = {
  kind?: "answer";
  n: number;
  help?: readonly (string)[] | null;
  keys?: readonly (string)[] | null;
  rules?: readonly (Chapter)[] | null;
  topic?: readonly [string, string] | null;
  glossary?: {[name: string]: string} | null;
  dice?: DiceView | null;
  looks?: LooksData | null;
  board?: Drawn | null;
  record?: string | null;
};

export type ArrivalView = {
  type: string;
  name: string;
  count: number;
  when: string;
  brief: string;
  text: string;
  letter?: string;
  late?: boolean;
};

export type BarView = {
  label: string;
  share: number;
  text: string;
};

export type BoardLook = {
  light?: string;
  dark?: string;
  line?: string;
  frame?: string;
  points?: boolean;
  texture?: "none" | "grass" | "wood";
};

export type BoardPicture = {
  span: readonly [number, number];
  centres: readonly (readonly [number, number])[];
  corners: readonly (readonly [number, number])[];
  frame: string;
  ground: string;
  names: string;
  men: readonly [number, number, number];
  lines: {[name: string]: MarkLine};
};

export type Box = {
  colour: string;
  x: number;
  y: number;
  wide: number;
  high: number;
};

export type CardView = {
  title: string;
  lines: readonly (readonly [string, string])[];
  cell: number;
  side?: number | null;
  figures?: readonly (readonly [string, string])[];
  rules?: readonly (readonly [string, string])[];
};

export type Changes = {
  ruleset_name?: string;
  shape?: string;
  columns?: number;
  rows?: number;
  short?: boolean;
  places?: readonly (readonly [number, number])[];
  cell_names?: readonly (string)[];
  terrain?: readonly (string)[];
  walls?: readonly (number)[];
  legend?: readonly (TerrainView)[];
  zones?: readonly (ZoneView)[];
  settings?: readonly (readonly [string, string])[];
  strength?: string;
  rolls?: boolean;
  passes?: boolean;
  facings?: number;
  facing_words?: readonly (string)[];
  units?: readonly (UnitView)[];
  marks?: readonly (MarkView)[];
  markers?: readonly (MarkerView)[];
  way?: readonly (number)[];
  selected?: number | null;
  cursor?: number | null;
  last?: readonly (TraceView)[];
  sides?: readonly (SideView)[];
  turn?: number;
  headline?: string;
  message?: string;
  tone?: "info" | "refusal" | "";
  thinking?: string;
  hints?: readonly (HintView)[];
  commands?: readonly (CommandView)[];
  prompt?: PromptView | null;
  dice?: DiceView | null;
  log?: readonly (LogView)[];
  over?: OverView | null;
  card?: CardView | null;
  aim?: readonly [number, string] | null;
  seats?: readonly (number)[];
  computers?: readonly (number)[];
  by_hand?: boolean;
  thinks?: "" | "move" | "hints";
  hint?: string;
  clocks?: readonly (ClockView)[];
  offer?: OfferView | null;
  angles?: readonly (number)[];
  guide?: GuideView | null;
  starred?: boolean;
  edges?: readonly (EdgeView)[];
  buttons?: readonly (readonly (string)[])[];
  premove?: readonly (number)[];
  labels?: readonly (string)[];
  spots?: readonly (readonly [number, number])[];
  roads?: readonly (readonly (number)[])[];
  under?: readonly (Use | Line | Words | Box)[];
  below?: readonly (Use | Line | Words | Box)[];
  above?: readonly (Use | Line | Words | Box)[];
  choices?: readonly (ChoiceView)[];
};

export type Chapter = {
  name: string;
  title: string;
  paragraphs: readonly (string)[];
  drawn?: readonly (number)[];
  subjects?: readonly (string)[];
};

export type ChoiceView = {
  cell: number;
  reach?: readonly (number)[];
  target?: readonly (number)[];
  special?: readonly (number)[];
  range?: readonly (number)[];
  turns?: readonly (number)[];
  asks?: readonly (number)[];
};

export type ChoiceViewChanges = {
  cell?: number;
  reach?: readonly (number)[];
  target?: readonly (number)[];
  special?: readonly (number)[];
  range?: readonly (number)[];
  turns?: readonly (number)[];
  asks?: readonly (number)[];
};

export type ClockView = {
  text: string;
  runs: boolean;
  low: boolean;
  left?: number;
  low_at?: number;
};

export type CommandView = {
  name: string;
  label: string;
  key: string;
  enabled: boolean;
  why: string;
  shortcut?: string;
  letter?: string;
  chosen?: boolean;
  about?: readonly (readonly [string, string])[];
};

export type CommandViewChanges = {
  name?: string;
  label?: string;
  key?: string;
  enabled?: boolean;
  why?: string;
  shortcut?: string;
  letter?: string;
  chosen?: boolean;
  about?: readonly (readonly [string, string])[];
};

export type DiceView = {
  faces: readonly (string)[];
  hits: readonly (boolean)[];
  caption: string;
  expected: string;
  die: readonly (string)[];
  old?: boolean;
  rolls?: number;
  names?: readonly (string)[];
};

export type Drawn = {
  sheet: string;
  prefix: string;
  board: BoardPicture;
  sides: readonly (SideLook)[];
  rooms?: readonly (number)[];
  inks: readonly (string)[];
  legend: readonly (Swatch)[];
  lasts: {[name: string]: number};
  sounds: {[name: string]: string};
};

export type DrawsView = readonly [readonly (string)[], readonly (number)[]];

export type EdgeLook = {
  form?: "water" | "bridge" | "wall" | null;
  colour?: string | null;
};

export type EdgeView = {
  word: string;
  name: string;
  note: string;
  form: "water" | "bridge" | "wall";
  wet: boolean;
  between: readonly (readonly [number, number])[];
};

export type GuideView = {
  say: string;
  points: readonly (number)[];
  waits: boolean;
  ends: boolean;
};

export type HandView = {
  type: string;
  name: string;
  count: number;
  letter?: string;
  command?: string;
  chosen?: boolean;
};

export type Hello = {
  protocol: number;
  secret: string;
  language?: "en" | "fr";
  name?: string;
  touch?: boolean;
};

export type HintView = {
  title: string;
  why: string;
  cells: readonly (number)[];
  facing?: number | null;
};

export type Intent = {
  n: number;
  selected?: number | null;
  click?: number | null;
  press?: string | null;
  type?: string | null;
  hover?: number | null;
  cursor?: readonly [number, number] | null;
  unit?: 1 | -1 | null;
  enter?: true | null;
  ask?: string | null;
  confirms?: boolean | null;
  commit?: string | null;
  reveal?: string | null;
  say?: string | null;
  word?: "hello" | "good_luck" | "moment" | "thanks" | "well_played" | "bye" | null;
  quiet?: boolean | null;
  learns?: boolean | null;
  here?: boolean | null;
};

export type Kept = readonly [number, number];

export type Line = {
  points: readonly (readonly [number, number])[];
  dark: string;
  light: string;
  thick?: number;
  opacity?: number;
};

export type Listed = {
  legend?: readonly (Kept | TerrainView)[];
  zones?: readonly (Kept | ZoneView)[];
  units?: readonly (Kept | readonly [number, UnitViewChanges] | UnitView)[];
  marks?: readonly (Kept | MarkView)[];
  markers?: readonly (Kept | MarkerView)[];
  last?: readonly (Kept | TraceView)[];
  sides?: readonly (Kept | readonly [number, SideViewChanges] | SideView)[];
  hints?: readonly (Kept | HintView)[];
  commands?: readonly (Kept | readonly [number, CommandViewChanges] | CommandView)[];
  log?: readonly (Kept | LogView)[];
  clocks?: readonly (Kept | ClockView)[];
  edges?: readonly (Kept | EdgeView)[];
  under?: readonly (Kept | Use | Line | Words | Box)[];
  below?: readonly (Kept | Use | Line | Words | Box)[];
  above?: readonly (Kept | Use | Line | Words | Box)[];
  choices?: readonly (Kept | readonly [number, ChoiceViewChanges] | ChoiceView)[];
};

export type LogView = {
  number: string;
  side: number;
  text: string;
  cells: readonly (number)[];
  plies?: number;
  heading?: boolean;
  kind?: "" | "move" | "turn" | "attack" | "take" | "place" | "lost" | "roll" | "end_turn" | "resign" | "time" | "result";
};

export type LooksData = {
  sides?: {[name: string]: SideLook};
  units?: {[name: string]: string};
  characters?: {[name: string]: {[name: string]: string}};
  faces?: {[name: string]: string};
  terrain?: {[name: string]: TerrainLook};
  zones?: {[name: string]: ZoneLook};
  edges?: {[name: string]: EdgeLook};
  board?: BoardLook;
  icons?: {[name: string]: string};
  bare?: string | null;
  colours?: readonly (string)[];
};

export type LossView = {
  type: string;
  name: string;
  bases: number;
  men: number;
  letter?: string;
};

export type MarkLine = readonly [string, string, number, number];

export type MarkView = {
  cell: number;
  kind: "reach" | "target" | "approach" | "special" | "blocked" | "range" | "threat" | "check" | "taken" | "layer" | "turn";
  facing?: number | null;
  note?: string;
};

export type MarkerView = {
  cell: number;
  word: string;
  name: string;
  shown: "badge" | "number" | "bar" | "colour";
  text: string;
  side: number;
  share: number;
  rank: number;
};

export type OfferView = {
  kind: "undo" | "draw" | "rematch";
  text: string;
  mine: boolean;
  may_answer: boolean;
};

export type OfferedView = {
  cell: number;
  side: number;
  type: string;
  letter: string;
};

export type OverView = {
  headline: string;
  reason: string;
  winner: number | null;
  facts?: readonly (string)[];
  lesson?: string;
  level?: number;
};

export type PromptView = {
  kind: "attack" | "cell" | "choice" | "resign" | "draw" | "claim" | "end_turn" | "ready" | "dice";
  title: string;
  cells?: readonly (number)[];
  lines?: readonly (readonly [string, string])[];
  bars?: readonly (BarView)[];
  details?: readonly (string)[];
  counter_title?: string;
  counter?: readonly (readonly [string, string])[];
  options?: readonly (readonly [string, string])[];
  offered?: readonly (OfferedView)[];
  faces?: readonly (readonly [string, string])[];
  picked?: readonly (string)[];
  wanted?: number;
  chosen?: number;
  brief?: string;
  answers?: readonly (string)[];
  usual?: string;
};

export type Remark = readonly [number, string];

export type ReplayedAction = {
  units: readonly (UnitView)[];
  steps: readonly (AnimationEvent)[];
  dice: DiceView | null;
};

export type RoomView = {
  present?: readonly (number)[];
  watchers?: number;
  notice?: string;
  rematch?: string;
  draws?: DrawsView | null;
  learning?: readonly (number)[];
  quiet?: readonly (number)[];
};

export type SideLook = {
  top: string;
  low: string;
  edge?: string;
  rim?: string;
  ink?: string;
  rings?: 1 | 2;
  shape?: "square" | "octagon" | "round" | "shield" | "hexagon" | "diamond" | "pentagon" | "pentagon_down" | "none";
};

export type SideView = {
  side: number;
  word: string;
  name: string;
  actions_left: number;
  actions: number;
  to_act: boolean;
  losses: readonly (LossView)[];
  men: number;
  units: number;
  player?: string;
  counters?: readonly (readonly [string, string])[];
  hidden?: boolean;
  forward?: number;
  army?: string;
  hand?: readonly (HandView)[];
  lead?: number;
  arrivals?: readonly (ArrivalView)[];
};

export type SideViewChanges = {
  side?: number;
  word?: string;
  name?: string;
  actions_left?: number;
  actions?: number;
  to_act?: boolean;
  losses?: readonly (LossView)[];
  men?: number;
  units?: number;
  player?: string;
  counters?: readonly (readonly [string, string])[];
  hidden?: boolean;
  forward?: number;
  army?: string;
  hand?: readonly (HandView)[];
  lead?: number;
  arrivals?: readonly (ArrivalView)[];
};

export type Swatch = {
  name: string;
  note: string;
  drawn: string;
};

export type TerrainLook = {
  colour: string;
  icon?: string | null;
  ink?: string;
  form?: "tile" | "path" | "stream";
};

export type TerrainView = {
  word: string;
  name: string;
  note: string;
  wall?: boolean;
};

export type TraceView = {
  cells: readonly (number)[];
  strikes?: boolean;
};

export type UnitView = {
  cell: number;
  side: number;
  type: string;
  letter: string;
  name: string;
  men: number;
  full_men: number;
  facing: number | null;
  can_act: boolean;
  wounds: number;
  id?: number;
  numbers?: string;
};

export type UnitViewChanges = {
  cell?: number;
  side?: number;
  type?: string;
  letter?: string;
  name?: string;
  men?: number;
  full_men?: number;
  facing?: number | null;
  can_act?: boolean;
  wounds?: number;
  id?: number;
  numbers?: string;
};

export type Update = {
  kind?: "update";
  ack?: number;
  set?: Changes;
  lists?: Listed;
  news?: readonly (AnimationEvent)[];
  replay?: readonly (ReplayedAction)[];
  room?: RoomView | null;
  said?: readonly (Remark)[];
};

export type Use = {
  use: string;
  x: number;
  y: number;
  turn?: number;
  size?: number;
  letters?: string;
};

export type Welcome = {
  kind?: "welcome";
  protocol: number;
  match: string;
  seat: number | null;
  ruleset: string;
  version?: string;
  aim?: string;
  keys?: {[name: string]: string};
  talks?: boolean;
  lesson?: string;
  by_days?: boolean;
};

export type Words = {
  words: readonly (string)[];
  x: number;
  y: number;
  size: number;
  anchor?: "topleft" | "midtop" | "topright" | "midleft" | "midright" | "bottomleft" | "midbottom" | "bottomright";
  framed?: boolean;
};

export type ZoneLook = {
  marks: readonly ("wash" | "outline" | "shore" | "diagonals")[];
  colour?: string | null;
  when?: {[name: string]: boolean | number | string};
};

export type ZoneView = {
  word: string;
  name: string;
  side: number;
  cells: readonly (number)[];
  note?: string;
};
