import {
  err,
  type MoveError,
  newTree,
  ok,
  type Piece,
  type Point,
  type Position,
  placePiece,
  positionFromSetup,
  positionOf,
  type Result,
  removePiece,
  ruleSetOf,
  type Setup,
  type SetupError,
  type Side,
  setupOf,
  startPosition,
  type TreeError,
  turn,
} from '@doushouqi/rules';
import { nodeOf, type Study, studyOf } from './study.ts';

/** Pieces are placed freely; moves are made from there; a game is looked through, or reviewed. */
export const MODES = ['setup', 'play', 'notation', 'review'] as const;
export type Mode = (typeof MODES)[number];

/** Everything that the analysis page holds. Pure. */
export interface Analysis {
  readonly mode: Mode;
  readonly setup: Setup;
  /** The moves made in play mode, from the position that was placed; leaving the mode forgets them. */
  readonly play: Study;
  /** The game of notation mode, which review is about too. */
  readonly notation: Study;
}

export type AnalysisError = SetupError | TreeError | MoveError;
export type Edit = (analysis: Analysis) => Result<Analysis, AnalysisError>;

/** Red to move, from the start position. */
export function newAnalysis(): Analysis {
  const empty = studyOf(newTree());
  return { mode: 'setup', setup: setupOf(startPosition()), play: empty, notation: empty };
}

/** The mode shows the game that is looked through. */
function isOfGame(mode: Mode): boolean {
  return mode === 'notation' || mode === 'review';
}

/** The moves that the mode shows; none are made while pieces are placed. */
export function shownStudy({ mode, play, notation }: Analysis): Study {
  return isOfGame(mode) ? notation : play;
}

/** The position on the board, or why what was placed is none. */
export function shownPosition(analysis: Analysis): Result<Position, SetupError> {
  if (analysis.mode === 'setup') return positionFromSetup(analysis.setup);
  return ok(positionOf(nodeOf(shownStudy(analysis)).game));
}

/**
 * Goes to another mode. The board stays as it is, but for notation and review, which show their own game again. What was placed
 * must be a position before it can be played from.
 */
export function inMode(analysis: Analysis, mode: Mode): Result<Analysis, SetupError> {
  if (mode === analysis.mode) return ok(analysis);
  const left = { ...analysis, mode, play: studyOf(newTree()) };
  if (isOfGame(mode)) return ok(left);
  const position = shownPosition(analysis);
  if (mode === 'setup') return ok(position.ok ? { ...left, setup: setupOf(position.value) } : left);
  return position.ok ? ok({ ...left, play: studyOf(newTree(undefined, position.value)) }) : position;
}

export function placed(analysis: Analysis, piece: Piece): Result<Analysis, SetupError> {
  const setup = placePiece(analysis.setup, piece);
  return setup.ok ? ok({ ...analysis, setup: setup.value }) : setup;
}

export function removed(analysis: Analysis, from: Point): Analysis {
  return { ...analysis, setup: removePiece(analysis.setup, from) };
}

/** An empty board, or the start position with red to move. */
export function laidOut(analysis: Analysis, what: 'empty' | 'start'): Analysis {
  const setup = what === 'start' ? setupOf(startPosition()) : { ...analysis.setup, pieces: [] };
  return { ...analysis, setup };
}

/** Whose turn it is on the board. */
export function firstMover(analysis: Analysis): Side {
  return analysis.mode === 'setup'
    ? analysis.setup.turn
    : turn(positionOf(nodeOf(shownStudy(analysis)).game));
}

/** Who begins can be chosen as long as no move was made. */
export function canTurn(analysis: Analysis): boolean {
  return analysis.mode === 'setup' || shownStudy(analysis).tree.moves === 0;
}

export function withFirstMover(analysis: Analysis, side: Side): Result<Analysis, SetupError> {
  if (firstMover(analysis) === side || !canTurn(analysis)) return ok(analysis);
  if (analysis.mode === 'setup') return ok({ ...analysis, setup: { ...analysis.setup, turn: side } });
  const { game } = shownStudy(analysis).tree.root;
  const start = positionFromSetup({ ...setupOf(positionOf(game)), turn: side });
  return start.ok ? ok(withStudy(analysis, studyOf(newTree(ruleSetOf(game), start.value)))) : start;
}

/** The analysis with other moves in its mode. */
function withStudy(analysis: Analysis, study: Study): Analysis {
  return isOfGame(analysis.mode) ? { ...analysis, notation: study } : { ...analysis, play: study };
}

/** An edit of the moves that are shown; while pieces are placed there are none. */
export function onStudy(edit: (study: Study) => Study | Result<Study, AnalysisError>): Edit {
  return (analysis) => {
    if (analysis.mode === 'setup') return ok(analysis);
    const made = edit(shownStudy(analysis));
    if (!('ok' in made)) return ok(withStudy(analysis, made));
    return made.ok ? ok(withStudy(analysis, made.value)) : err(made.error);
  };
}

/** Takes a game to be looked through, at its start. */
export function withGame(analysis: Analysis, study: Study): Analysis {
  return { ...analysis, mode: 'notation', play: studyOf(newTree()), notation: study };
}

/** Takes a position to be changed or played from. */
export function withPosition(analysis: Analysis, position: Position): Analysis {
  return { ...analysis, mode: 'setup', play: studyOf(newTree()), setup: setupOf(position) };
}

/** What was played becomes the game of notation mode. */
export function playedGame(analysis: Analysis): Analysis {
  return withGame(analysis, analysis.play);
}
