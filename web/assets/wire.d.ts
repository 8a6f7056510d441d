// What goes over the wire. Written by a test of the server from its own description (/api/openapi.json): do not edit.

/** Where other machines reach this server. */
export type Address = {
  /**
   * The beginning of the address, such as `http://192.168.1.5:7474`; null if the server listens
   * to this machine alone.
   */
  url?: string | null;
};

/** A message from the page during a live analysis. */
export type AnalysisCommand = {
  game: string;
  id: number;
  lines?: number | null;
  moves?: string[];
  position?: string | null;
  type: "analyze";
} | {
  type: "stop";
};

/** A message to the page during a live analysis. */
export type AnalysisMessage = ThoughtView & {
  id: number;
} & {
  type: "thought";
} | {
  ahead: number;
  id: number;
  type: "waiting";
} | {
  id: number;
  type: "done";
} | {
  error: string;
  id?: number | null;
  type: "error";
};

/** A position to analyse. */
export type AnalysisRequest = {
  /** The maximum depth in plies. */
  depth?: number | null;
  game: string;
  /** The number of best moves; 1 if omitted. */
  lines?: number | null;
  moves?: string[];
  position?: string | null;
  /** Search time; 1000 if omitted. */
  time_ms?: number | null;
};

/** [`Attempt`], flattened into a larger object. */
export type AttemptParts = {
  cells?: number[] | null;
  move?: string | null;
};

/** A request for the values of many positions. */
export type Batch = {
  game: string;
  positions: string[];
};

/** Their values, in the same order. */
export type BatchAnswer = {
  values: Valued[];
};

/** A place for a piece. */
export type Cell = {
  /** Its middle. */
  center: number[];
  /** From the left, in half cells. */
  column: number;
  /** The player, 1 or 2, who wins by reaching it. */
  goal?: number | null;
  /** Its name in the game's notation. */
  name: string;
  /** Its corners. */
  outline: number[][];
  /** From the top. */
  row: number;
  /** `light`, `dark`, or `unused` where no piece ever stands. */
  shade: string;
  /** The name read aloud. */
  spoken: string;
};

/** The current state of the clocks. */
export type Clocks = {
  increment: number;
  /** The player whose clock runs. */
  running?: number | null;
  /** The time of each player at the start. */
  seconds: number;
  seconds_left: number[];
};

/** A new game with its tokens. */
export type Created = {
  game: State;
  id: string;
  /** One for each friend. */
  invites: Invite[];
  /** The token that deletes the game; it is not valid for a seat. */
  owner: string;
  /** One for each human. */
  seats: SeatToken[];
};

/**
 * What has changed in a game.
 *
 * It applies to `since` and to every version from there up to `version`. A client keeps its first
 * `kept_plies` plies, drops the others, appends `plies`, and replaces everything else. The legal
 * moves are not included: there may be hundreds, and at most one player needs them
 * (`/api/play/{id}/moves`).
 */
export type Delta = Status & {
  kept_plies: number;
  plies: PlayedPly[];
  since: number;
  /** Whose turn it is, 1 or 2. */
  turn: number;
  version: number;
};

/** An empty board and the kinds of pieces, ready to be drawn. */
export type Diagram = {
  /** The cells, in the order of the position text. */
  cells: Cell[];
  /** The names of rows and columns. */
  labels: Label[];
  /** Every kind of piece. */
  pieces: Piece[];
  /** The players, the first one first. */
  players: Side[];
  /** `discs` or `marbles`. */
  style: string;
  tray?: Tray | null;
};

/** A rule that makes the game a draw when its count reaches its limit. */
export type DrawCounter = {
  count: number;
  limit: number;
  /**
   * `repetition`: how often the position has come; `no progress`: plies without any; `plies`:
   * plies of the whole game.
   */
  reason: string;
};

/** A board that was set up by hand. */
export type Edit = {
  game: string;
  /** A position on the same board; the usual start if omitted. */
  like?: string | null;
  /** For each cell of the diagram the number of the piece on it. */
  occupants: (number | null)[];
  /** Whose turn it is, 1 or 2. */
  turn: number;
};

/** The body of every error response. */
export type ErrorBody = {
  /**
   * If a move was illegal: the cells that the sentence is about, first the one that is in the
   * way.
   */
  cells?: number[] | null;
  /** What went wrong, in a sentence that can be shown to users. */
  error: string;
};

/** The table values of a position. */
export type ExactAnswer = Valued & {
  /** Best play for both sides. */
  line: string[];
  /** Every legal move, the best first. */
  moves: Valued[];
};

/** An exact value: `win`, `loss` or `draw` for the side to move. */
export type ExactScore = {
  distance?: number | null;
  value: string;
};

/** A position that shows something. It is seen by the side to move. */
export type ExampleView = {
  caption: string;
  /** The names of cells to be marked. */
  cells: string[];
  /** Whether the picture has to be flipped for the side to move. */
  flip: boolean;
  /** Legal moves, to be drawn as arrows. */
  moves: string[];
  position: string;
};

/** A game that can be played. */
export type GameEntry = {
  /** The highest level of the machine. */
  levels: number;
  /** Whether a player who can capture must. */
  must_capture: boolean;
  name: string;
  players: Side[];
  /** The file extension of the format in which other programs exchange this game. */
  shared_form?: string | null;
  /** The sizes that may follow the name after a colon, in words. */
  sizes?: string | null;
  /** The start position. */
  start: string;
  summary: string;
  title: string;
};

/** The status of the server. */
export type Health = {
  status: string;
  version: string;
};

/** The move that the machine would play. */
export type Hint = {
  /** The cells along which it is drawn. */
  course: number[];
  move: string;
  score: Score;
  touched: number[];
};

/** How a game is played. */
export type HowToView = {
  examples: ExampleView[];
  /** The name of the game on its usual board. */
  game: string;
  /** What a player tries to reach. */
  goal: string;
  /** Every kind of piece. */
  legend: LegendView[];
  /** House rules, and what is seldom asked. */
  small_print: string[];
  title: string;
  tour: TourStepView[];
};

/** A game record to import. */
export type ImportRequest = {
  record: string;
};

/** An invitation to a free seat; the first to use it takes the seat. */
export type Invite = {
  invite: string;
  player: number;
};

/** A friend who accepts an invitation. */
export type Join = {
  invite: string;
  /** The name of the friend. */
  name?: string | null;
};

/** The seat that the friend has taken. */
export type Joined = {
  player: number;
  token: string;
};

/** The name of a row or a column. */
export type Label = {
  /** Its middle. */
  at: number[];
  /** The text. */
  text: string;
};

/** A legal move. */
export type LegalMove = {
  move: string;
  /**
   * The cells of each piece that the move carries, null at the end for off the board. Omitted if
   * it carries one piece along the touched cells.
   */
  slides?: ((number | null)[])[] | null;
  /** The number of pieces captured. */
  takes: number;
  /** The cells that a player touches, in order; none for a pass. */
  touched: number[];
  /** Other lists of cells that a player may touch to make it. Omitted if there are none. */
  ways?: number[][] | null;
};

/** The legal moves of a game. */
export type LegalMoves = {
  moves: LegalMove[];
  /** How many moves were played before. */
  ply: number;
  version: number;
};

/** The answer to [`LegalityRequest`]. */
export type Legality = {
  /** The cells that the rule is about, first the one that is in the way. */
  cells: number[];
  legal: boolean;
  /** The move in the game's notation, if it is legal. */
  move?: string | null;
  /** The rule that it breaks, if it is illegal. */
  reason?: string | null;
};

/** A question whether a move is legal. */
export type LegalityRequest = PositionRefParts & AttemptParts;

/** A kind of piece, of one player or of both. */
export type LegendView = {
  /** How it moves; may be empty. */
  moves: string;
  name: string;
  /** The numbers of its pieces in the diagram. */
  pieces: number[];
};

/** Another level for the machine. */
export type LevelRequest = {
  level: number;
  /** The side that the machine plays, 1 or 2. */
  player: number;
};

/** A principal variation. */
export type LineView = {
  /** The cells along which its first move is drawn. */
  course: number[];
  moves: string[];
  score: Score;
  /** The touched cells of its first move. */
  touched: number[];
};

/** Games, newest first. */
export type List = {
  games: Summary[];
  /** The start of the next page, if there is one. */
  next?: number | null;
};

/** A move to play. */
export type MoveRequest = {
  /** The touched cells, instead of the move's text. */
  cells?: number[] | null;
  move?: string | null;
  /** How many moves were played before this one, so that a retry does not play it twice. */
  ply: number;
};

/** A request to start a game. */
export type NewGame = {
  clock?: TimeControl | null;
  game: string;
  /** The name of the person who starts the game. */
  name?: string | null;
  /** Who plays, player 1 first. */
  players: SeatRequest[];
  /** The start position; the usual one if omitted. */
  position?: string | null;
};

/** A request of one player to the other. */
export type Offer = {
  by: number;
  /** `undo`, `draw` or `hints` */
  kind: string;
};

/** How a game ended. */
export type Over = {
  reason: string;
  /** The result in a sentence. */
  text: string;
  /** What ended it, if the rules of the game did, in a sentence. */
  why?: string | null;
  /** 1 or 2; null for a draw. */
  winner?: number | null;
};

/** Which person. */
export type PersonKind = "human" | "friend";

/** A kind of piece. */
export type Piece = {
  /** The data of an SVG path around 0,0. */
  emblem: string;
  /** Its character in the position text. */
  letter: string;
  /** Its name read aloud. */
  name: string;
  /** Whose it is, 1 or 2. */
  player: number;
};

/** A played move, and what it changed on the board. */
export type PlayedPly = {
  /** The changed cells, each with the number of the piece on it after the move, or null. */
  after: ([number, number | null])[];
  move: string;
  touched: number[];
};

/** Who plays a side. */
export type PlayerInfo = {
  /** Whether the name was given by the player, or by a record. */
  is_named: boolean;
  /** Whether the seat is taken. */
  joined: boolean;
  kind: PlayerKind;
  level?: number | null;
  name: string;
  /** Whether the player follows the game at this moment, where a friend plays. */
  present: boolean;
};

/** The kind of a player. */
export type PlayerKind = "human" | "friend" | "machine" | "past";

export type Ply = {
  move: string;
  /** The pieces on the cells after it. */
  occupants: (number | null)[];
  /** The text of the position after it. */
  position: string;
  touched: number[];
};

/** A position with its history and legal moves. */
export type Position = {
  /** The name of the game. */
  game: string;
  /** The moves played. */
  history: Ply[];
  moves: LegalMove[];
  /** For each cell of the diagram the number of the piece on it. */
  occupants: (number | null)[];
  over?: Over | null;
  /** The position text. */
  position: string;
  /** The pieces at the start of the history. */
  start: (number | null)[];
  /** Whose turn it is, 1 or 2. */
  turn: number;
};

/** A position: a game, its start, and the moves played from there. */
export type PositionRef = {
  /** The name of the game, such as `checkers` or `raichu:10`. */
  game: string;
  /** The moves played from there. */
  moves?: string[];
  /** A position in any notation of the game; the usual start if omitted. */
  position?: string | null;
};

/** [`PositionRef`], flattened into a larger object. */
export type PositionRefParts = {
  game: string;
  moves?: string[];
  position?: string | null;
};

/** A QR code. */
export type Qr = {
  /**
   * Its rows from the top, `1` for a dark module and `0` for a light one. The border of four
   * light modules is not included.
   */
  rows: string[];
};

/** A text to be shown as a QR code. */
export type QrRequest = {
  text: string;
};

/** The games of a text. */
export type ReadAnswer = {
  games: ReadGame[];
  /** How much of the text was read, in UTF-16 code units as browsers count. */
  read: number;
};

/** A game of a file. */
export type ReadGame = {
  /** What was said before the first move. */
  comment: string;
  /** The day as it was written. */
  date: string;
  event: string;
  /** What could not be read. */
  faults: string[];
  moves: ReadMove[];
  /** The name of the opening, or its first moves. */
  opening: string;
  /** The players, player 1 first. */
  players: string[];
  /** The start position. */
  position: string;
  /** The result as it was meant: `1-0` if player 1 won. */
  result: string;
};

/** A move of such a game. */
export type ReadMove = {
  comment?: string | null;
  move: string;
  /** Signs such as `!?`. */
  signs?: string[] | null;
  /** Other moves in its place, each with what follows. */
  variations?: ReadMove[][] | null;
};

/** A part of a file with games of other programs. */
export type ReadRequest = {
  /** The game, whose `shared_form` the text has. */
  game: string;
  /** Whether the file goes on: then the last game may be incomplete, and is left for the next part. */
  more?: boolean;
  text: string;
};

/** The next game after a finished one, and the seat that the token is for: the players swap sides. */
export type Rematch = State & {
  /** The player whose seat the token is for, 1 or 2. */
  player: number;
};

/** Another name for a player. */
export type Rename = {
  /** Empty for none. */
  name: string;
};

/** A message of a review. */
export type ReviewMessage = {
  best?: string | null;
  exact?: ExactScore | null;
  judgement?: string | null;
  line: string[];
  /** What the move gave away, in hundredths of a win. */
  loss?: number | null;
  played?: string | null;
  ply: number;
  /** The same for player 1, from -1000 to 1000. */
  points: number;
  /** For the side to move before this ply. */
  score: Score;
  type: "ply";
} | {
  type: "done";
} | {
  error: string;
  type: "error";
};

/** The score of a move for the player who makes it. */
export type Score = {
  kind: "points";
  /** In hundredths of the least valuable piece. */
  points: number;
} | {
  kind: "win";
  /** The maximum number of plies. */
  plies: number;
} | {
  kind: "loss";
  /** The maximum number of plies. */
  plies: number;
};

/** Who plays a side: `"human"`, `"friend"`, or the machine at a level. */
export type SeatRequest = PersonKind | {
  /** From 1 to 10. */
  level: number;
};

/** The token of a seat. */
export type SeatToken = {
  player: number;
  token: string;
};

/** A player's name and the colour of the pieces. */
export type Side = {
  /** The edge of the diagram at which the player sits, `top` or `bottom`; front ends turn the board by it. */
  home: string;
  /** The name. */
  name: string;
  /** `#rrggbb` */
  paint: string;
};

/** The whole state of a game. */
export type State = Status & {
  game: string;
  id: string;
  position: Position;
  /** The start position. */
  start: string;
  title: string;
  /** Grows with every change. */
  version: number;
};

/** The state of a game besides its moves. */
export type Status = {
  clocks?: Clocks | null;
  /** How near the game is to each rule that would make it a draw. */
  draws: DrawCounter[];
  /** Whether players may have hints: against a friend only if both have agreed. */
  hints: boolean;
  /** The id of the rematch, if a player has started one. */
  next?: string | null;
  offer?: Offer | null;
  over?: Over | null;
  players: PlayerInfo[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** Whether the machine is thinking. */
  thinking: boolean;
};

/** A game in a list. */
export type Summary = {
  /** When it last changed. */
  changed: string;
  game: string;
  id: string;
  players: string[];
  plies: number;
  reason: string;
  result: string;
  /** The size of the board in words, if the game has several. */
  size?: string | null;
  /** When it was started, in ISO 8601. */
  started: string;
  title: string;
};

/** The state of a search. */
export type ThoughtView = {
  depth: number;
  exact?: ExactScore | null;
  /** The best moves, best first. */
  lines: LineView[];
  nodes: number;
  nps: number;
  time_ms: number;
};

/** The time each player has for the whole game, and the increment per move. */
export type TimeControl = {
  increment?: number;
  seconds: number;
};

/** What is said to a move on the tour. */
export type TourAnswer = {
  /** The move in the game's notation, and the opponent's reply to it, if it was wanted. */
  moves: string[];
  /** What is said. */
  text: string;
  /** `done`, `other` for a legal move that is not wanted, or `refused`. */
  verdict: string;
};

/** A move on the tour: its text, or the touched cells. */
export type TourRequest = AttemptParts & {
  game: string;
  /** The number of the step, from 0. */
  step: number;
};

/** A step of the guided tour. */
export type TourStepView = {
  /** The moves that do it. */
  moves: string[];
  position: string;
  /** What to do. */
  say: string;
};

/** The places beside the board for the lost pieces of a player. */
export type Tray = {
  /** How many pieces a player has who has lost none. */
  pieces: number;
  /** How many lost pieces lose the game. */
  places: number;
};

/** A snapshot or a delta: the response to a client that gave a version, and the messages of `live`. */
export type Update = State | Delta;

/** The exact value of a position or a move, `win`, `loss` or `draw` for the side to move. */
export type Valued = {
  /** Plies to the end of the game. */
  distance?: number | null;
  move?: string | null;
  position?: string | null;
  /** Null if no table has it. */
  value?: string | null;
};
