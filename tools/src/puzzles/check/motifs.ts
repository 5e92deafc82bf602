/** The motif of each chapter, tested on the line of a level: the best moves and the stored replies. */
import type { Chapter } from '@doushouqi/endgames';
import {
  denOf,
  newGame,
  outranks,
  type Piece,
  type PieceType,
  type Position,
  pieces,
  play,
  positionOf,
  type Side,
  trapOwner,
  trapsOf,
} from '@doushouqi/rules';
import { cellAt, isDen, type Man, squareAt, takes, waysFrom } from './board.ts';

/** A ply of the line: what moved where, what it took, and the board before. */
export interface LinePly extends Man {
  readonly way: { readonly from: number; readonly to: number };
  readonly taken: PieceType | null;
  readonly before: Position;
}

export interface Line {
  readonly plies: readonly LinePly[];
  readonly goal: 'win' | 'hold';
  readonly player: Side;
  /** The pieces after the last ply. */
  readonly rest: readonly Piece[];
  /** Plies to the win of a side with a side to move, on the board before a ply; null for none. */
  readonly pliesToWin: (position: Position, winner: Side, mover: Side) => number | null;
}

type Test = (line: Line) => boolean;

const RAT = 1;
const ELEPHANT = 8;

function byPlayer({ plies, player }: Line): LinePly[] {
  return plies.filter(({ side }) => side === player);
}

function isWater(cell: number): boolean {
  const { x, y } = squareAt(cell);
  return y > 2 && y < 6 && x % 3 !== 0;
}

function swam({ type, way }: LinePly): boolean {
  return type === RAT && (isWater(way.from) || isWater(way.to));
}

function jumped({ way }: LinePly): boolean {
  const [a, b] = [squareAt(way.from), squareAt(way.to)];
  return Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1;
}

function isWeaker(own: PieceType, other: PieceType): boolean {
  return own !== other && !outranks(own, other);
}

function tookInTrap({ taken, way, side, type }: LinePly): boolean {
  return taken !== null && isWeaker(type, taken) && trapOwner(squareAt(way.to)) === side;
}

/** Whether, after the first move, an enemy could step into a trap of the player where a weaker piece takes it. */
function isTrapGuarded({ plies, player }: Line): boolean {
  const standing = pieces(afterPly(plies[0]!));
  const cells = new Map(standing.map((piece) => [cellAt(piece.position), piece]));
  const reaches = (piece: Piece, to: number): boolean =>
    waysFrom(piece, cellAt(piece.position)).some(
      (way) => way.to === to && way.water.every((cell) => !cells.has(cell)),
    );
  return standing.some((enemy) => {
    if (enemy.side === player) return false;
    const traps = trapsOf(player).map(cellAt);
    return traps.some((trap) => {
      if (!reaches(enemy, trap)) return false;
      const there = cells.get(trap);
      if (there && !takes(enemy, there, { from: cellAt(enemy.position), to: trap, water: [] })) return false;
      return standing.some(
        (own) => own.side === player && own !== there && isWeaker(own.type, enemy.type) && reaches(own, trap),
      );
    });
  });
}

/** The board after a ply of the line, which the game goes on from. */
function afterPly({ before, way }: LinePly): Position {
  const played = play(newGame('local-1', before), { from: squareAt(way.from), to: squareAt(way.to) });
  if (!played.ok) throw new Error(played.error);
  return positionOf(played.value);
}

/** Squares from its den within which a piece guards it. */
const NEAR = 4;

/** Whether a defender moves near its den, without which the den would fall no later, and is taken afterwards. */
function isDrawnOut({ plies, player, pliesToWin }: Line, at: number): boolean {
  const reply = plies[at]!;
  const [den, there] = [denOf(reply.side), squareAt(reply.way.to)];
  if (reply.side === player || Math.abs(there.x - den.x) + Math.abs(there.y - den.y) > NEAR) return false;
  const rest = plies.slice(at + 1);
  if (!rest.some(({ side, taken }) => side === player && taken === reply.type)) return false;
  const without = pliesToWin(reply.before, player, player);
  return without !== null && without <= rest.length;
}

const TESTS: Readonly<Record<Chapter, Test>> = {
  river: (line) => swam(line.plies[0]!),
  leap(line) {
    const plies = byPlayer(line);
    return line.goal === 'hold' ? jumped(plies[0]!) : plies.some(jumped);
  },
  trap(line) {
    if (line.goal === 'win' && byPlayer(line).some(tookInTrap)) return true;
    return isTrapGuarded(line);
  },
  race(line) {
    const enemy = line.player === 'red' ? 'blue' : 'red';
    const threat = line.pliesToWin(line.plies[0]!.before, enemy, enemy);
    if (threat === null || (line.goal === 'hold' && threat > 3)) return false;
    if (line.goal === 'hold') return true;
    return isDen(line.plies.at(-1)!.way.to) && line.plies.every(({ taken }) => taken === null);
  },
  elephant(line) {
    const plies = byPlayer(line);
    if (line.goal === 'hold') return [RAT, ELEPHANT].includes(plies[0]!.type);
    if (plies.some(({ type, taken }) => type === RAT && taken === ELEPHANT)) return true;
    const steps = plies.filter(({ type }) => type === ELEPHANT).length;
    const ratLives = line.rest.some(({ type, side }) => type === RAT && side !== line.player);
    return ratLives && steps > 0 && steps * 4 >= line.plies.length;
  },
  siege: (line) => line.plies.some((_, at) => isDrawnOut(line, at)),
  fewer({ plies, player }) {
    const standing = pieces(plies[0]!.before);
    const own = standing.filter(({ side }) => side === player).length;
    return own < standing.length - own;
  },
  standard(line) {
    if (line.goal === 'hold') return true;
    return line.plies.some(({ side, before }) => {
      if (side === line.player) return false;
      const lost = line.pliesToWin(before, line.player, side)!;
      const passed = line.pliesToWin(before, line.player, line.player);
      return passed === null || passed > lost;
    });
  },
};

/** Whether a level shows what its chapter is about. */
export function hasMotif(chapter: Chapter, line: Line): boolean {
  return TESTS[chapter](line);
}
