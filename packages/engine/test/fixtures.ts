/** The compiled engine, in this thread. */
import { readFile } from 'node:fs/promises';
import {
  type Game,
  HEIGHT,
  newGame,
  type Piece,
  type PieceType,
  type Position,
  parseFen,
  placePiece,
  positionFromSetup,
  type Side,
  WIDTH,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { type Core, type CoreLimits, loadCore } from '../src/core.ts';
import type { SearchInfo } from '../src/index.ts';

export async function newCore(): Promise<Core> {
  return loadCore(new Uint8Array(await readFile(new URL('../dist/engine.wasm', import.meta.url))));
}

export function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

/** Searches until the limits are reached. */
export function search(core: Core, game: Game, limits: CoreLimits): SearchInfo {
  core.begin(game, limits);
  while (core.step(1 << 20) !== 'done');
  return core.info();
}

/** Positions for property tests. */
const TYPES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Generates positions with any number of pieces on allowed cells; traps and river banks are more frequent than by
 * chance.
 */
export function anyPosition(): fc.Arbitrary<Position> {
  const place = fc.record({
    x: fc.integer({ min: 0, max: WIDTH - 1 }),
    y: fc.integer({ min: 0, max: HEIGHT - 1 }),
  });
  const piece = fc.option(place, { freq: 4 });
  return fc
    .record({
      red: fc.tuple(...TYPES.map(() => piece)),
      blue: fc.tuple(...TYPES.map(() => piece)),
      turn: fc.constantFrom<Side>('red', 'blue'),
    })
    .map(({ red, blue, turn }) => positionOf(red, blue, turn))
    .filter((position) => position !== null);
}

type Places = readonly ({ x: number; y: number } | null)[];

/** Omits pieces on cells where they are not allowed. */
function positionOf(red: Places, blue: Places, turn: Side): Position | null {
  const pieces = [...piecesOf(red, 'red'), ...piecesOf(blue, 'blue')];
  let setup = { pieces: [] as readonly Piece[], turn };
  for (const piece of pieces) {
    const placed = placePiece(setup, piece);
    if (placed.ok) setup = placed.value;
  }
  const position = positionFromSetup(setup);
  return position.ok ? position.value : null;
}

function piecesOf(places: Places, side: Side): Piece[] {
  return places.flatMap((position, index) =>
    position === null ? [] : [{ type: (index + 1) as PieceType, side, position }],
  );
}
