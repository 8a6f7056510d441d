// Shapes that several modules of the page share. Those that go over the wire are in wire.d.ts.

import type { Route } from "./route.js";
import type { Diagram, Score } from "./wire.js";

/** A part of an element; null and undefined are nothing. */
export type Part = Node | string | null | undefined;

/** Parts of an element, one by one or in lists. */
export type Child = Part | Child[];

/** Listeners by the names of their events. */
export type Listeners = {
  [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

/** Attributes and properties of an element; those that are null or undefined are left out. */
export type Props = {
  [name: string]: string | number | boolean | null | undefined | Listeners;
  on?: Listeners;
};

/** The elements of index.html and of a report that scripts refer to, by their ids. */
export type PageElements = {
  announcer: HTMLElement;
  banner: HTMLElement;
  main: HTMLElement;
  tools: HTMLElement;

  against: HTMLSelectElement;
  back: HTMLButtonElement;
  board: HTMLElement;
  by: HTMLSelectElement;
  data: HTMLElement;
  ending: HTMLElement;
  fault: HTMLSelectElement;
  faults: HTMLElement;
  filter: HTMLFormElement;
  "first-side": HTMLElement;
  flip: HTMLButtonElement;
  forth: HTMLButtonElement;
  found: HTMLElement;
  "game-title": HTMLElement;
  games: HTMLElement;
  legend: HTMLElement;
  list: HTMLTableElement;
  more: HTMLButtonElement;
  moves: HTMLElement;
  names: HTMLButtonElement;
  next: HTMLButtonElement;
  now: HTMLElement;
  "plate-bottom": HTMLElement;
  "plate-top": HTMLElement;
  play: HTMLButtonElement;
  previous: HTMLButtonElement;
  reason: HTMLSelectElement;
  result: HTMLSelectElement;
  "second-side": HTMLElement;
  "to-end": HTMLButtonElement;
  "to-start": HTMLButtonElement;
  viewer: HTMLElement;
};

/** Shows a page in `main` until `signal` says that another one is shown. */
export type ShowPage = (
  main: HTMLElement,
  route: Route,
  signal: AbortSignal,
  setTitle: (title: string) => void,
) => Promise<void>;

/** What is chosen on the first page, as its fields have it. */
export type Settings = {
  clock: string;
  game: string;
  level: number | string;
  level2: number | string;
  opponent: string;
  side: string;
  size: string;
};

/** How a study is looked at. */
export type StudySettings = {
  /** How many lines the analysis shows. */
  count: number;
  /** The player who sits below. */
  below: number;
  isThinking: boolean;
  /** By whom numbers are seen: 1, 2, or 0 for the side to move. */
  view: number;
};

/** A score, and whether its number of plies is exact rather than the most. */
export type SureScore = Score & { isExact?: boolean };

/** Plays moves from the position that is shown. */
export type Play = (moves: string[]) => void;

/** A tournament while it is played. */
export type LiveMatch = {
  title: string;
  games: number;
  played: number;
  waiting: number;
  is_over: boolean;
  seconds_left: number | null;
  rows: LiveMatchRow[];
  playing: { game: number; players: [string, string]; seconds: number }[];
  recent: { game: number; players: [string, string]; result: string; reason: string }[];
};

/** A line of its table. */
export type LiveMatchRow = {
  rank: number;
  name: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  elo: number;
  error: number;
};

/** The data of a tournament's report. */
export type Report = {
  /** Null where the game is not known. */
  diagram: Diagram | null;
  /** How many digits the number of a cell has. */
  digits: number;
  games: ReportGame[];
  names: string[];
  reasons: string[];
  starts: { board: string; turn: number }[];
};

/** A game of a report. The names are short because there may be thousands. */
export type ReportGame = {
  /** What its moves changed. */
  c: string;
  /** What was forgiven. */
  f?: ReportFault[];
  /** Its moves. */
  m: string;
  /** Its number, from 1. */
  n: number;
  /** How many moves are the opening. */
  o: number;
  /** The players of the first and the second side. */
  p: number[];
  /** The moves that were judged: ply, sign, and what was best. */
  q?: [ply: number, sign: string, best: string][];
  /** Who won: 0 the first side, 1 the second, 2 nobody. */
  r: number;
  /** Where it began. */
  s: number;
  /** The cells touched to make its moves. */
  t: string;
  /** The milliseconds of each ply after the opening; 0 where they are not told. */
  u?: number[];
  /** What ended it. */
  v?: ReportFault;
  /** Why it ended. */
  w: number;
};

/** What a program did wrong. */
export type ReportFault = {
  answer?: string;
  by: number;
  kind: string;
  ply: number;
  why: string;
};

/** What a list of games is filtered by; an empty text does not matter. */
export type ReportFilter = Record<"by" | "against" | "result" | "reason" | "fault", string>;
