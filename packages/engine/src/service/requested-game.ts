import type { AnalysisErrorCode, analyzeRequest } from '@doushouqi/protocol/analysis';
import {
  DEFAULT_RULE_SET,
  err,
  formatFen,
  type Game,
  isRuleSetName,
  type Move,
  newGame,
  ok,
  otherSide,
  outcome,
  type Piece,
  type PieceType,
  type Position,
  parseFen,
  pieces,
  play,
  positionFromSetup,
  type Result,
  type Setup,
  turn,
} from '@doushouqi/rules';
import { parseSquareMove } from '../index.ts';

type AnalysisRequest = ReturnType<typeof analyzeRequest.parse>;
type Refusal = Extract<AnalysisErrorCode, 'INVALID_INPUT' | 'INVALID_FEN' | 'INVALID_MOVES' | 'GAME_OVER'>;

/** Letters of pieces by their type, as in a FEN. */
const LETTERS = 'rcdwjtle';

interface LastMove extends Move {
  readonly captured: PieceType | null;
}

/**
 * Returns the game of a request. Takes the last moves back from the position and plays them, so that the rules have
 * the history. Refuses moves that do not lead to the position.
 */
export function requestedGame(asked: AnalysisRequest): Result<Game, Refusal> {
  const { rules = DEFAULT_RULE_SET } = asked;
  if (!isRuleSetName(rules)) return err('INVALID_INPUT');
  const position = parseFen(asked.fen);
  if (!position.ok) return err('INVALID_FEN');
  const moves = asked.isFirstMove ? [] : asked.lastMoves.map(lastMoveOf);
  const before = moves.reduceRight<Setup | null>((setup, move) => setup && takenBack(setup, move), {
    pieces: pieces(position.value),
    turn: turn(position.value),
  });
  if (!before) return err('INVALID_MOVES');
  const start = moves.length === 0 ? position : positionFromSetup(before);
  if (!start.ok) return err('INVALID_MOVES');
  return replayed(newGame(rules, start.value), moves, position.value);
}

/** Parses `text`, which the schema has validated. */
function lastMoveOf(text: string): LastMove {
  const letter = text[4];
  const captured = letter === undefined ? null : ((LETTERS.indexOf(letter) + 1) as PieceType);
  return { ...parseSquareMove(text.slice(0, 4))!, captured };
}

/** Returns the pieces before a move, or null if the move is impossible. */
function takenBack(setup: Setup, { from, to, captured }: LastMove): Setup | null {
  const isAt = ({ position }: Piece, { x, y }: Move['from']): boolean => position.x === x && position.y === y;
  const mover = setup.pieces.find((piece) => isAt(piece, to));
  if (!mover || mover.side === setup.turn || setup.pieces.some((piece) => isAt(piece, from))) return null;
  const others = setup.pieces.filter((piece) => piece !== mover);
  const taken: Piece[] = captured ? [{ type: captured, side: setup.turn, position: to }] : [];
  return { pieces: [...others, { ...mover, position: from }, ...taken], turn: otherSide(setup.turn) };
}

function replayed(start: Game, moves: readonly Move[], end: Position): Result<Game, Refusal> {
  let game = start;
  for (const move of moves) {
    const next = play(game, move);
    if (!next.ok) return err('INVALID_MOVES');
    game = next.value;
  }
  if (formatFen(game.position) !== formatFen(end)) return err('INVALID_MOVES');
  return outcome(game).winner === null ? ok(game) : err('GAME_OVER');
}
