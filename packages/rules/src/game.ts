/** A game: a position with its history, rule set and outcome. */
import {
  cellOf,
  codeOf,
  type Move,
  otherSide,
  type PieceType,
  pointOf,
  type Side,
  sideOf,
  typeOf,
} from './board.ts';
import {
  generate,
  generateFrom,
  MAX_MOVES,
  moveCaptured,
  moveFrom,
  moveTo,
  packLegal,
  unpack,
} from './moves.ts';
import {
  DRAW_VERDICTS,
  type DrawVerdict,
  FORFEIT_REASONS,
  type ForfeitReason,
  type Outcome,
  PLAYING,
  type Winner,
} from './outcome.ts';
import { denCapturer, hasPieces, type Position, startPosition } from './position.ts';
import { breaksSevenThree, breaksSeventeenFive, breaksThreefold } from './repetition.ts';
import { err, ok, type Result } from './result.ts';
import { DEFAULT_RULE_SET, type RuleOptions, type RuleSetName, rulesOf } from './rule-set.ts';

/** Plies without a capture after which the game is drawn. */
const QUIET_PLIES_TO_DRAW = 200;

/** Reasons to refuse a move, in the order of the checks. */
export const MOVE_ERRORS = [
  'GAME_OVER',
  'OUT_OF_BOARD',
  'NO_PIECE',
  'NOT_YOUR_PIECE',
  'ILLEGAL_MOVE',
  'SEVEN_THREE',
  'SEVENTEEN_FIVE',
  'THREEFOLD_REPETITION',
] as const;
export type MoveError = (typeof MOVE_ERRORS)[number];

/** Immutable. Read it only with the functions of this package. */
export interface Game {
  readonly ruleSet: RuleSetName;
  /** The rules of that set, cached because every check of a move needs them. */
  readonly rules: RuleOptions;
  /** The position before the first move. */
  readonly start: Position;
  readonly position: Position;
  /** One UTF-16 unit per ply, see repetition.ts. */
  readonly history: string;
  /** Three digits per ply: piece type, target x, target y; the body of the record string. */
  readonly digits: string;
  /** Plies since the last capture or the start. */
  readonly quietPlies: number;
  readonly outcome: Outcome;
}

export interface GameMove extends Move {
  readonly piece: PieceType;
  readonly capturedPiece: PieceType | null;
  readonly side: Side;
}

/** Returns a game before its first move. A set-up `start` may be decided already; see `outcome`. */
export function newGame(ruleSet: RuleSetName = DEFAULT_RULE_SET, start: Position = startPosition()): Game {
  return withBoardResult({
    ruleSet,
    rules: rulesOf(ruleSet),
    start,
    position: start,
    history: '',
    digits: '',
    quietPlies: 0,
  });
}

export function outcome(game: Game): Outcome {
  return game.outcome;
}

/** Returns the name of the game's rule set, which is stored and sent with it. */
export function ruleSetOf(game: Game): RuleSetName {
  return game.ruleSet;
}

export function plyCount(game: Game): number {
  return game.history.length;
}

export function positionOf(game: Game): Position {
  return game.position;
}

/**
 * Returns why a move cannot be played, or null if it can. Checks the reasons in the order of `MOVE_ERRORS`. Takes microseconds
 * and allocates nothing.
 */
export function checkMove(game: Game, move: Move): MoveError | null {
  const packed = packPlayable(game, move);
  return typeof packed === 'string' ? packed : null;
}

/** Returns the game after a move, or why it is refused. Pure. */
export function play(game: Game, move: Move): Result<Game, MoveError> {
  const packed = packPlayable(game, move);
  return typeof packed === 'string' ? err(packed) : ok(advance(game, packed));
}

/**
 * Returns the game without its last ply and without a result. A game without moves is returned unchanged. The caller checks
 * that the user may undo.
 */
export function undo(game: Game): Game {
  const plies = game.history.length;
  if (plies === 0) return game;
  const move = game.history.charCodeAt(plies - 1);
  const mover = otherSide(game.position.turn);
  const captured = moveCaptured(move);
  const cells = game.position.cells.slice();
  cells[moveFrom(move)] = cells[moveTo(move)]!;
  cells[moveTo(move)] = captured ? codeOf(captured as PieceType, game.position.turn) : 0;
  const history = game.history.slice(0, -1);
  return {
    ruleSet: game.ruleSet,
    rules: game.rules,
    start: game.start,
    position: { cells, turn: mover },
    history,
    digits: game.digits.slice(0, -3),
    quietPlies: captured ? quietTail(history) : game.quietPlies - 1,
    outcome: PLAYING,
  };
}

/** Returns the game after `plies` plies, or the game itself if it has no more. */
export function gameAfter(game: Game, plies: number): Game {
  let before = game;
  while (plyCount(before) > Math.max(0, plies)) before = undo(before);
  return before;
}

/**
 * Ends a running game by a result from outside the board: time, surrender, an agreed draw, or the draw of a game that is too
 * long. Returns a finished game unchanged.
 */
export function endGame(game: Game, winner: Side, endReason: ForfeitReason): Game;
export function endGame(game: Game, winner: 'draw', endReason: DrawVerdict): Game;
export function endGame(game: Game, winner: Winner, endReason: ForfeitReason | DrawVerdict): Game {
  if (game.outcome.winner !== null) return game;
  return { ...game, outcome: { winner, endReason } };
}

/** Returns the game with the result of the board alone. */
export function withoutVerdict(game: Game): Game {
  const { endReason } = game.outcome;
  const outside = [...DRAW_VERDICTS, ...FORFEIT_REASONS].some((reason) => reason === endReason);
  return outside ? { ...game, outcome: PLAYING } : game;
}

/** Returns the legal moves without those that an active repetition rule forbids. */
export function legalGameMoves(game: Game): Move[] {
  if (game.outcome.winner !== null) return [];
  const moves: Move[] = [];
  const packed = new Uint16Array(MAX_MOVES);
  const count = generate(game.position.cells, game.position.turn, packed);
  for (let index = 0; index < count; index++) {
    if (forbidden(game, packed[index]!) === null) moves.push(unpack(packed[index]!));
  }
  return moves;
}

/** Returns the played moves in order. */
export function gameMoves(game: Game): GameMove[] {
  return Array.from({ length: game.history.length }, (_, ply) => gameMove(game, ply));
}

/** Returns the last move, or null before the first one. */
export function lastMove(game: Game): GameMove | null {
  return game.history.length === 0 ? null : gameMove(game, game.history.length - 1);
}

/** Returns every position from the start to the current one: one more than the number of moves. */
export function gamePositions(game: Game): Position[] {
  const positions = [game.start];
  let position = game.start;
  for (let ply = 0; ply < game.history.length; ply++) {
    position = afterMove(position, game.history.charCodeAt(ply));
    positions.push(position);
  }
  return positions;
}

function gameMove(game: Game, ply: number): GameMove {
  const move = game.history.charCodeAt(ply);
  const captured = moveCaptured(move);
  return {
    ...unpack(move),
    piece: Number(game.digits[ply * 3]) as PieceType,
    capturedPiece: captured ? (captured as PieceType) : null,
    side: ply % 2 === 0 ? game.start.turn : otherSide(game.start.turn),
  };
}

function packPlayable(game: Game, move: Move): number | MoveError {
  if (game.outcome.winner !== null) return 'GAME_OVER';
  const from = cellOf(move.from);
  const to = cellOf(move.to);
  if (from < 0 || to < 0) return 'OUT_OF_BOARD';
  const { cells, turn } = game.position;
  const code = cells[from]!;
  if (code === 0) return 'NO_PIECE';
  if (sideOf(code) !== turn) return 'NOT_YOUR_PIECE';
  const packed = packLegal(cells, from, to);
  return packed < 0 ? 'ILLEGAL_MOVE' : (forbidden(game, packed) ?? packed);
}

type Undecided = Omit<Game, 'outcome'>;

function forbidden({ rules, position, history, quietPlies }: Undecided, move: number): MoveError | null {
  if (rules.sevenThree && breaksSevenThree(history, move)) return 'SEVEN_THREE';
  if (rules.seventeenFive && breaksSeventeenFive(history, move)) return 'SEVENTEEN_FIVE';
  if (rules.threefold && breaksThreefold(position.cells, history, quietPlies, move)) {
    return 'THREEFOLD_REPETITION';
  }
  return null;
}

function afterMove({ cells, turn }: Position, move: number): Position {
  const next = cells.slice();
  next[moveTo(move)] = next[moveFrom(move)]!;
  next[moveFrom(move)] = 0;
  return { cells: next, turn: otherSide(turn) };
}

function advance(game: Game, move: number): Game {
  const { x, y } = pointOf(moveTo(move));
  const piece = typeOf(game.position.cells[moveFrom(move)]!);
  return withBoardResult({
    ruleSet: game.ruleSet,
    rules: game.rules,
    start: game.start,
    position: afterMove(game.position, move),
    history: append(game.history, String.fromCharCode(move)),
    digits: append(game.digits, `${piece}${x}${y}`),
    quietPlies: moveCaptured(move) ? 0 : game.quietPlies + 1,
  });
}

/**
 * Joins two strings into one flat string. `+` makes a rope with a node for every move, 20 times the memory of the characters.
 */
function append(text: string, more: string): string {
  return [text, more].join('');
}

/** Adds the result of the board; wins precede the draw of 100 rounds. */
function withBoardResult(game: Undecided): Game {
  const { ruleSet, rules, start, position, history, digits, quietPlies } = game;
  return { ruleSet, rules, start, position, history, digits, quietPlies, outcome: judge(game) };
}

function judge(game: Undecided): Outcome {
  const { position, quietPlies, rules } = game;
  const { turn } = position;
  const invader = denCapturer(position);
  if (invader) return { winner: invader, endReason: 'DEN_CAPTURED' };
  // Only a capture or a set-up start can leave a side without pieces.
  if (quietPlies === 0) {
    if (!hasPieces(position, turn)) return { winner: otherSide(turn), endReason: 'NO_PIECES' };
    if (!hasPieces(position, otherSide(turn))) return { winner: turn, endReason: 'NO_PIECES' };
  }
  if (!hasPlayableMove(game)) return { winner: otherSide(turn), endReason: 'STALEMATE' };
  if (rules.hundredRounds && quietPlies >= QUIET_PLIES_TO_DRAW) {
    return { winner: 'draw', endReason: 'DRAW_100_ROUNDS' };
  }
  return PLAYING;
}

const scratch = new Uint16Array(MAX_MOVES);

/** Searches piece by piece, because the first move found is nearly always enough. */
function hasPlayableMove(game: Undecided): boolean {
  const { cells, turn } = game.position;
  for (let from = 0; from < cells.length; from++) {
    const code = cells[from]!;
    if (code === 0 || sideOf(code) !== turn) continue;
    const count = generateFrom(cells, from, scratch, 0);
    for (let index = 0; index < count; index++) {
      if (forbidden(game, scratch[index]!) === null) return true;
    }
  }
  return false;
}

function quietTail(history: string): number {
  let quiet = 0;
  while (quiet < history.length && !moveCaptured(history.charCodeAt(history.length - 1 - quiet))) quiet++;
  return quiet;
}
