import {
  denOf,
  type Game,
  type GameMove,
  gameMoves,
  lastMove,
  legalGameMoves,
  otherSide,
  PIECE_NAMES,
  type PieceType,
  type Point,
  type Position,
  pieceAt,
  pieces,
  positionOf,
  SIDES,
  type Side,
  terrainAt,
  trapOwner,
  trapsOf,
  turn,
} from '@doushouqi/rules';
import {
  type Animal,
  type BoardModel,
  type BoardPiece,
  type LegalTarget,
  type ShownMove,
  samePoint,
  squareIndex,
} from '../board/types.ts';
import type { GameState } from './controller.ts';
import { premoveTargets } from './premove.ts';

/** Converts a game of the rules package to the state of board and panels. Pure. */

export function animalOf(type: PieceType): Animal {
  return PIECE_NAMES[type - 1]!;
}

const JUMPERS: readonly Animal[] = ['lion', 'tiger'];

function isLeap(from: Point, to: Point): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

function intoTrap(side: Side, to: Point): boolean {
  return trapOwner(to) === otherSide(side);
}

function legalOf(game: Game): Map<number, LegalTarget[]> {
  const position = positionOf(game);
  const legal = new Map<number, LegalTarget[]>();
  for (const { from, to } of legalGameMoves(game)) {
    const target = {
      to,
      capture: pieceAt(position, to) !== null,
      leap: isLeap(from, to),
      trap: intoTrap(turn(position), to),
    };
    legal.set(squareIndex(from), [...(legal.get(squareIndex(from)) ?? []), target]);
  }
  return legal;
}

/** The pieces in the river in front of a piece on the bank. */
function barring(position: Position, from: Point): Point[] {
  const directions = [
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ] as const;
  return directions.flatMap(([dx, dy]) => {
    const found: Point[] = [];
    let at = { x: from.x + dx, y: from.y + dy };
    while (terrainAt(at) === 'river') {
      if (pieceAt(position, at)) found.push(at);
      at = { x: at.x + dx, y: at.y + dy };
    }
    return found;
  });
}

/** Lions and tigers of the side to move, with the pieces that block their jumps. */
function blockersOf(game: Game): Map<number, Point[]> {
  const position = positionOf(game);
  const jumpers = pieces(position).filter(
    ({ type, side }) => side === turn(position) && JUMPERS.includes(animalOf(type)),
  );
  return new Map(jumpers.map(({ position: at }) => [squareIndex(at), barring(position, at)]));
}

function shownMove({ from, to, side }: GameMove): ShownMove {
  return {
    from,
    to,
    trap: intoTrap(side, to),
    den: terrainAt(to) === 'den',
  };
}

/**
 * Returns the opponent's piece in a trap beside a player's den, which can enter the den next; null if there is none.
 */
function besieger(game: Game, side: Side): Animal | null {
  for (const trap of trapsOf(side)) {
    const piece = pieceAt(positionOf(game), trap);
    if (piece?.side === otherSide(side)) return animalOf(piece.type);
  }
  return null;
}

/** Returns the den in danger and the attacking piece. A player sees only the own den, other viewers both. */
export function danger(game: Game, viewer: Side | null): { side: Side; by: Animal } | null {
  for (const side of viewer === null ? SIDES : [viewer]) {
    const by = besieger(game, side);
    if (by) return { side, by };
  }
  return null;
}

/** Returns the targets of a premove; the position after the opponent's move is unknown. */
function premovesOf(game: Game, side: Side): Map<number, LegalTarget[]> {
  const legal = new Map<number, LegalTarget[]>();
  for (const { from, to } of premoveTargets(game, side)) {
    const capture = pieceAt(positionOf(game), to) !== null;
    const target = { to, capture, leap: isLeap(from, to), trap: intoTrap(side, to) };
    legal.set(squareIndex(from), [...(legal.get(squareIndex(from)) ?? []), target]);
  }
  return legal;
}

type Planned = BoardModel['planned'];

/** Returns the pieces of a position. */
export function boardPieces(position: Position): BoardPiece[] {
  return pieces(position).map(({ side, type, position: at }) => ({ side, animal: animalOf(type), at }));
}

function shownPieces(game: Game, planned: Planned): BoardPiece[] {
  return boardPieces(positionOf(game)).map((piece) =>
    planned && samePoint(piece.at, planned.from) ? { ...piece, at: planned.to } : piece,
  );
}

/**
 * Returns the side whose pieces may be selected: the side to move, or the waiting side if the game allows premoves;
 * null
 * for none.
 */
export function moverOf(
  { game, status, movers }: Pick<GameState, 'game' | 'status' | 'movers'>,
  hasPremoves: boolean,
): Side | null {
  if (status !== 'playing') return null;
  const onTurn = turn(positionOf(game));
  if (movers.includes(onTurn)) return onTurn;
  return hasPremoves ? (movers[0] ?? null) : null;
}

/**
 * Returns the board of a game.
 * @param mover side that may use this board, null for none; out of turn it makes premoves
 * @param viewer side whose den is watched, null for both
 * @param planned a premove
 */
export function boardModel(
  game: Game,
  mover: Side | null,
  viewer: Side | null,
  planned: Planned = null,
): BoardModel {
  const last = lastMove(game);
  const onTurn = mover !== null && mover === turn(positionOf(game));
  const early = mover !== null && !onTurn ? premovesOf(game, mover) : new Map();
  const threatened = danger(game, viewer);
  return {
    pieces: shownPieces(game, planned),
    movable: mover && mover,
    legal: onTurn ? legalOf(game) : early,
    blockers: onTurn ? blockersOf(game) : new Map(),
    lastMove: last ? shownMove(last) : null,
    premoving: mover !== null && !onTurn,
    planned,
    threatenedDen: threatened && denOf(threatened.side),
  };
}

/** The sound of a move, by its most important effect. */
type MoveSound = 'den' | 'capture' | 'jump' | 'trap' | 'swim' | 'move';

/** Returns the sound of a move. */
export function soundOf({ from, to, side, capturedPiece }: GameMove): MoveSound {
  if (terrainAt(to) === 'den') return 'den';
  if (capturedPiece !== null) return 'capture';
  if (isLeap(from, to)) return 'jump';
  if (intoTrap(side, to)) return 'trap';
  return terrainAt(from) !== terrainAt(to) && [from, to].some((point) => terrainAt(point) === 'river')
    ? 'swim'
    : 'move';
}

/** Returns the captures of a player, weakest first. */
export function capturedBy(game: Game, side: Side): Animal[] {
  return gameMoves(game)
    .flatMap((move) => (move.side === side && move.capturedPiece !== null ? [move.capturedPiece] : []))
    .sort((a, b) => a - b)
    .map(animalOf);
}
