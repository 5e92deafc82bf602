import fc from 'fast-check';
import {
  type Game,
  type GameTree,
  gameMoves,
  legalGameMoves,
  localRuleSet,
  type Move,
  newGame,
  type Piece,
  type PieceType,
  type Position,
  play,
  positionOf,
  type Result,
  type RuleOptions,
  type Side,
  type TreeNode,
  type TreePath,
  turn,
} from '../src/index.ts';
import { positionFromPieces } from '../src/setup.ts';

const LETTERS = 'RCDWJTLE';

/** Parses a piece such as `E0,6`: FEN letter (upper case for red), then its point. */
export function piece(text: string): Piece {
  const letter = text[0]!;
  const type = (LETTERS.indexOf(letter.toUpperCase()) + 1) as PieceType;
  const side: Side = letter === letter.toUpperCase() ? 'red' : 'blue';
  return { type, side, position: { x: Number(text[1]), y: Number(text[3]) } };
}

/** Returns a position, as `board('E0,6 r0,5')`. */
export function board(text: string, side: Side = 'red'): Position {
  const position = positionFromPieces(text.split(' ').map(piece), side);
  if (!position.ok) throw new Error(`${text}: ${position.error}`);
  return position.value;
}

/** Parses a move such as `0,6-0,5`. */
export function move(text: string): Move {
  const [from, to] = text.split('-').map((point) => ({ x: Number(point[0]), y: Number(point[2]) }));
  return { from: from!, to: to! };
}

export function moveText({ from, to }: Move): string {
  return `${from.x},${from.y}-${to.x},${to.y}`;
}

/** Plays moves separated by spaces; throws a refusal with the number of the move. */
export function playAll(game: Game, moves: string): Game {
  return moves.split(' ').reduce((played, text, index) => {
    const next = play(played, move(text));
    if (!next.ok) throw new Error(`move ${index + 1}, ${text}: ${next.error}`);
    return next.value;
  }, game);
}

export interface Choice {
  readonly pick: number;
  readonly back: boolean;
}

/**
 * Plays a game by choices: any legal move or, if `back` is set and possible, the reverse of the side's last move, so that
 * positions recur often.
 */
export function playChoices(game: Game, choices: readonly Choice[]): Game {
  let played = game;
  for (const { pick, back } of choices) {
    const moves = legalGameMoves(played);
    if (moves.length === 0) break;
    const own = gameMoves(played).at(-2);
    const wayBack = own && moves.find((m) => moveText(m) === moveText({ from: own.to, to: own.from }));
    const next = play(played, (back && wayBack) || moves[pick % moves.length]!);
    if (!next.ok) throw new Error(next.error);
    played = next.value;
  }
  return played;
}

export function choices(maxLength: number): fc.Arbitrary<Choice[]> {
  return fc.array(fc.record({ pick: fc.nat(31), back: fc.boolean() }), { maxLength, size: 'max' });
}

/** Any set of pieces on permitted cells, either side to move. */
export const anyPosition: fc.Arbitrary<Position> = fc
  .tuple(
    fc.shuffledSubarray(
      Array.from({ length: 63 }, (_, cell) => cell),
      { minLength: 16, maxLength: 16 },
    ),
    fc.shuffledSubarray(
      Array.from({ length: 16 }, (_, index) => index),
      { minLength: 1 },
    ),
    fc.constantFrom<Side>('red', 'blue'),
  )
  .map(([cells, indices, side]) => {
    const placed = indices
      .map((index) => ({
        type: ((index % 8) + 1) as PieceType,
        side: index < 8 ? ('red' as const) : ('blue' as const),
        position: { x: cells[index]! % 7, y: Math.floor(cells[index]! / 7) },
      }))
      .filter((one) => positionFromPieces([one], side).ok);
    return positionFromPieces(placed, side);
  })
  .filter((result) => result.ok)
  .map((result) => result.value);

/** A game from the start or from a dense middle game, at any ply. */
export function anyGame(parts: Partial<RuleOptions> = {}, maxLength = 80): fc.Arbitrary<Game> {
  return choices(maxLength).map((chosen) => playChoices(newGame(localRuleSet(parts)), chosen));
}

export function sideToMove(game: Game): Side {
  return turn(positionOf(game));
}

/** Returns every node of a tree with its path, parents before children, the line first. */
export function nodesOf(tree: GameTree): [TreePath, TreeNode][] {
  const found: [TreePath, TreeNode][] = [];
  const waiting: [TreePath, TreeNode][] = [['', tree.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    const [path, { children }] = next;
    waiting.push(...children.map((child): [TreePath, TreeNode] => [path + child.step, child]).reverse());
  }
  return found;
}

export function pathsOf(tree: GameTree): TreePath[] {
  return nodesOf(tree).map(([path]) => path);
}

/** Returns the value of a success; throws for a failure. */
export function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(String(result.error));
  return result.value;
}
