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

/**
 * `setup` places pieces freely, `play` moves from there, `notation` steps through a game, `review` shows its
 * evaluation.
 */
export const MODES = ['setup', 'play', 'notation', 'review'] as const;
export type Mode = (typeof MODES)[number];

/** The state of the analysis page. Pure. */
export interface Analysis {
  readonly mode: Mode;
  readonly setup: Setup;
  /** The moves of play mode from the setup position; dropped when the user leaves the mode. */
  readonly play: Study;
  /** The game of notation mode and review. */
  readonly notation: Study;
}

export type AnalysisError = SetupError | TreeError | MoveError;
export type Edit = (analysis: Analysis) => Result<Analysis, AnalysisError>;

/** Returns an analysis of the start position with red to move. */
export function newAnalysis(): Analysis {
  const empty = studyOf(newTree());
  return { mode: 'setup', setup: setupOf(startPosition()), play: empty, notation: empty };
}

/** Returns whether the mode shows the game of notation mode. */
function isOfGame(mode: Mode): boolean {
  return mode === 'notation' || mode === 'review';
}

/** Returns the moves that the mode shows; none during setup. */
export function shownStudy({ mode, play, notation }: Analysis): Study {
  return isOfGame(mode) ? notation : play;
}

/** Returns the position on the board, or the reason why the setup is invalid. */
export function shownPosition(analysis: Analysis): Result<Position, SetupError> {
  if (analysis.mode === 'setup') return positionFromSetup(analysis.setup);
  return ok(positionOf(nodeOf(shownStudy(analysis)).game));
}

/**
 * Returns the analysis in another mode. The board stays, except that notation and review show their own game. Play
 * mode requires a valid setup.
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

/** Returns the analysis with an empty board, or with the start position and red to move. */
export function laidOut(analysis: Analysis, what: 'empty' | 'start'): Analysis {
  const setup = what === 'start' ? setupOf(startPosition()) : { ...analysis.setup, pieces: [] };
  return { ...analysis, setup };
}

/** Returns the side to move on the board. */
export function firstMover(analysis: Analysis): Side {
  return analysis.mode === 'setup'
    ? analysis.setup.turn
    : turn(positionOf(nodeOf(shownStudy(analysis)).game));
}

/** Returns whether the first mover can be chosen: only before the first move. */
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

/** Returns the analysis with other moves in its mode. */
function withStudy(analysis: Analysis, study: Study): Analysis {
  return isOfGame(analysis.mode) ? { ...analysis, notation: study } : { ...analysis, play: study };
}

/** Returns an edit of the shown moves; there are none during setup. */
export function onStudy(edit: (study: Study) => Study | Result<Study, AnalysisError>): Edit {
  return (analysis) => {
    if (analysis.mode === 'setup') return ok(analysis);
    const made = edit(shownStudy(analysis));
    if (!('ok' in made)) return ok(withStudy(analysis, made));
    return made.ok ? ok(withStudy(analysis, made.value)) : err(made.error);
  };
}

/** Opens a game in notation mode, at its start. */
export function withGame(analysis: Analysis, study: Study): Analysis {
  return { ...analysis, mode: 'notation', play: studyOf(newTree()), notation: study };
}

/** Opens a position in setup mode. */
export function withPosition(analysis: Analysis, position: Position): Analysis {
  return { ...analysis, mode: 'setup', play: studyOf(newTree()), setup: setupOf(position) };
}

/** Turns the moves of play mode into the game of notation mode. */
export function playedGame(analysis: Analysis): Analysis {
  return withGame(analysis, analysis.play);
}
