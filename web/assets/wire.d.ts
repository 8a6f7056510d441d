// What goes over the wire. Written by a test of the server from its own description (/api/openapi.json): do not edit.

/** What a page says on the connection of a live analysis. */
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

/** What it hears. */
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

/** A position to think about for a while. */
export type AnalysisRequest = {
  /** How many plies deep at most. */
  depth?: number | null;
  game: string;
  /** How many of the best moves; 1 if left out. */
  lines?: number | null;
  moves?: string[];
  position?: string | null;
  /** For how long; 1000 if left out. */
  time_ms?: number | null;
};

/** As [`Attempt`], where other fields may stand beside. */
export type AttemptParts = {
  cells?: number[] | null;
  move?: string | null;
};

/** Positions whose values are asked for together. */
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

/** The clocks as they stand. */
export type Clocks = {
  increment: number;
  /** Whose clock runs. */
  running?: number | null;
  /** What each player had at the start. */
  seconds: number;
  seconds_left: number[];
};

/** A game that has begun, and what opens its seats. */
export type Created = {
  game: State;
  id: string;
  /** For each friend. */
  invites: Invite[];
  /** What deletes the game; it opens no seat. */
  owner: string;
  /** For each human. */
  seats: SeatToken[];
};

/**
 * What has changed in a game.
 *
 * It applies to `since` and to every version from there up to `version`. A client keeps the first `kept_plies` plies
 * that it has, forgets the others, adds `plies`, and replaces everything else. Which moves are legal now is not said:
 * they may be hundreds, and one player at most wants them (`/api/play/{id}/moves`).
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
};

/** A board that somebody set up. */
export type Edit = {
  game: string;
  /** A position of the same board; the start if left out. */
  like?: string | null;
  /** For each cell of the diagram the number of the piece that stands there. */
  occupants: (number | null)[];
  /** Whose turn it is, 1 or 2. */
  turn: number;
};

/** What every request that was not done is answered with. */
export type ErrorBody = {
  /** What was wrong, in a sentence fit to be shown. */
  error: string;
};

/** What tables say of a position. */
export type ExactAnswer = Valued & {
  /** Best play of both sides. */
  line: string[];
  /** Every legal move, the best first. */
  moves: Valued[];
};

/** An exact value: `win`, `loss` or `draw` for the side to move. */
export type ExactScore = {
  distance?: number | null;
  value: string;
};

/** A game that can be played. */
export type GameEntry = {
  /** The highest level of the machine. */
  levels: number;
  name: string;
  players: Side[];
  /** How the names of files end in which other programs keep games of this kind. */
  shared_form?: string | null;
  /** Which sizes may follow the name after a colon, in words. */
  sizes?: string | null;
  /** The first position. */
  start: string;
  summary: string;
  title: string;
};

/** Whether the server is there. */
export type Health = {
  status: string;
  version: string;
};

/** A move that the machine would make. */
export type Hint = {
  move: string;
  score: Score;
  touched: number[];
};

/** A game as a text, to be kept and looked at. */
export type ImportRequest = {
  record: string;
};

/** A seat that is free for whoever comes first with this word. */
export type Invite = {
  invite: string;
  player: number;
};

/** A friend who comes with an invitation. */
export type Join = {
  invite: string;
};

/** The friend's seat. */
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

/** A move that can be played. */
export type LegalMove = {
  move: string;
  /** How many pieces leave the board. */
  takes: number;
  /** The cells that a player touches, in order; none for a pass. */
  touched: number[];
};

/** The moves that can be played in a game. */
export type LegalMoves = {
  moves: LegalMove[];
  /** How many moves were played before. */
  ply: number;
  version: number;
};

/** The answer to [`LegalityRequest`]. */
export type Legality = {
  legal: boolean;
  /** The move as it is written, where it is legal. */
  move?: string | null;
  /** The rule that it breaks, where it is not. */
  reason?: string | null;
};

/** Whether a move is legal. */
export type LegalityRequest = PositionRefParts & AttemptParts;

/** A move with what follows. */
export type LineView = {
  moves: string[];
  score: Score;
  /** The cells that a player touches to make the first of them. */
  touched: number[];
};

/** Games, the newest first. */
export type List = {
  games: Summary[];
  /** Where the next part begins, if there is one. */
  next?: number | null;
};

/** A move that somebody makes. */
export type MoveRequest = {
  /** The cells that were touched, instead of the move's text. */
  cells?: number[] | null;
  move?: string | null;
  /** How many moves were played before this one, so that none is made twice. */
  ply: number;
};

/** A game that is to begin. */
export type NewGame = {
  clock?: TimeControl | null;
  game: string;
  /** Who plays, the first player first. */
  players: SeatRequest[];
  /** Where it starts; the usual start if left out. */
  position?: string | null;
};

/** What a player asks of the other. */
export type Offer = {
  by: number;
  /** `undo` */
  kind: string;
};

/** How a game ended. */
export type Over = {
  reason: string;
  /** In a sentence. */
  text: string;
  /** 1 or 2; nobody in a draw. */
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

/** A move that was played, and what it changed on the board. */
export type PlayedPly = {
  /** Cells that changed, each with the number of the piece that stands there after the move, or null. */
  after: ([number, number | null])[];
  move: string;
  touched: number[];
};

/** Who plays a side. */
export type PlayerInfo = {
  /** Whether anybody is there. */
  joined: boolean;
  kind: PlayerKind;
  level?: number | null;
  name: string;
};

/** What kind of player. */
export type PlayerKind = "human" | "friend" | "machine" | "past";

export type Ply = {
  move: string;
  /** What stands where after it. */
  occupants: (number | null)[];
  /** The text of the position after it. */
  position: string;
  touched: number[];
};

/** A position with everything that can be done in it. */
export type Position = {
  /** The word for the game. */
  game: string;
  /** Each move that was played. */
  history: Ply[];
  moves: LegalMove[];
  /** For each cell of the diagram the number of the piece that stands there. */
  occupants: (number | null)[];
  over?: Over | null;
  /** The position text. */
  position: string;
  /** Where the moves began. */
  start: (number | null)[];
  /** Whose turn it is, 1 or 2. */
  turn: number;
};

/** A position: a game, where it starts, and the moves that are played from there. */
export type PositionRef = {
  /** The word for the game, such as `checkers` or `raichu:10`. */
  game: string;
  /** Moves that are played from there. */
  moves?: string[];
  /** Any form of a position that the game reads; the start if left out. */
  position?: string | null;
};

/** As [`PositionRef`], where other fields may stand beside. */
export type PositionRefParts = {
  game: string;
  moves?: string[];
  position?: string | null;
};

/** What is said on the connection of a review. */
export type ReviewMessage = {
  best?: string | null;
  exact?: ExactScore | null;
  judgement?: string | null;
  line: string[];
  /** What the played move gave away, in hundredths of a win. */
  loss?: number | null;
  played?: string | null;
  ply: number;
  /** The same from the first player's view, between -1000 and 1000. */
  points: number;
  /** To the player who is to move before this ply. */
  score: Score;
  type: "ply";
} | {
  type: "done";
} | {
  error: string;
  type: "error";
};

/** What a move is worth to whoever makes it. */
export type Score = {
  kind: "points";
  /** In hundredths of the least piece. */
  points: number;
} | {
  kind: "win";
  /** In at most so many plies. */
  plies: number;
} | {
  kind: "loss";
  /** In at most so many plies. */
  plies: number;
};

/** Who is to play a side: `"human"`, `"friend"`, or the machine at a level. */
export type SeatRequest = PersonKind | {
  /** From 1 to 10. */
  level: number;
};

/** A seat and what moves from it. */
export type SeatToken = {
  player: number;
  token: string;
};

/** A player's name and the colour of the pieces. */
export type Side = {
  /** The name. */
  name: string;
  /** `#rrggbb` */
  paint: string;
};

/** How a game stands. */
export type State = Status & {
  game: string;
  id: string;
  position: Position;
  /** The text of the first position. */
  start: string;
  title: string;
  /** Grows with every change. */
  version: number;
};

/** What there is to know about a game beside its moves. */
export type Status = {
  clocks?: Clocks | null;
  /** The id of the game that its players play next, if one of them has just begun it. */
  next?: string | null;
  offer?: Offer | null;
  over?: Over | null;
  players: PlayerInfo[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** Whether the machine is at it. */
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
  /** When it began, in the form of ISO 8601. */
  started: string;
  title: string;
};

/** How far a search has come. */
export type ThoughtView = {
  depth: number;
  exact?: ExactScore | null;
  /** The best moves, best first. */
  lines: LineView[];
  nodes: number;
  nps: number;
  time_ms: number;
};

/** How much time each player has for the whole game, and what each move adds. */
export type TimeControl = {
  increment?: number;
  seconds: number;
};

/** How a game stands, or what has changed: the answer to a client that named a version, and what is said on `live`. */
export type Update = State | Delta;

/** What a position or a move is worth by the rules: `win`, `loss` or `draw` for whoever moves. */
export type Valued = {
  /** Plies to the end of the game. */
  distance?: number | null;
  move?: string | null;
  position?: string | null;
  /** Nothing where no table knows it. */
  value?: string | null;
};
