/** Endgame tables: the file matches the generator, and the engine reads it correctly. */
import { readFileSync } from 'node:fs';
import {
  formatFen,
  type Game,
  legalMoves,
  newGame,
  otherSide,
  outcome,
  type PieceType,
  play,
  positionFromSetup,
  positionOf,
  type Side,
} from '@doushouqi/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { solveTable, storedValues } from '../tables/generate.ts';
import { verifyTable } from '../tables/verify.ts';
import { gameOf, newCore, search } from '../test/fixtures.ts';
import type { Core } from './core.ts';
import type { Score } from './index.ts';
import { randomFrom } from './levels.ts';
import { packTables, TableFileError, unpackTables } from './tables/file.ts';
import { unpackImage } from './tables/image.ts';
import { PIECE_TYPES, TABLES, VALUE_COUNT } from './tables/materials.ts';
import { TableLoader } from './tables.ts';

const FILE = new Uint8Array(readFileSync(new URL('../data/endgame.bin', import.meta.url)));
const values = new Uint8Array(VALUE_COUNT);
let core: Core;

beforeAll(async () => {
  for (const _ of unpackTables(FILE, values));
  core = await newCore();
  await new TableLoader(async () => FILE).prepare(core, { pause: async () => {}, isStopped: () => false });
}, 60_000);

/** Returns a random unfinished game of up to three pieces, with pieces on both sides. */
function anyGame(random: () => number): Game {
  for (;;) {
    const lone: Side = random() < 0.5 ? 'red' : 'blue';
    const owners = [lone, otherSide(lone), ...(random() < 0.8 ? [otherSide(lone)] : [])];
    const placed = owners.map((side) => ({
      type: PIECE_TYPES[Math.floor(random() * 8)] as PieceType,
      side,
      position: { x: Math.floor(random() * 7), y: Math.floor(random() * 9) },
    }));
    const position = positionFromSetup({ pieces: placed, turn: random() < 0.5 ? 'red' : 'blue' });
    if (!position.ok) continue;
    const game = newGame(undefined, position.value);
    if (outcome(game).winner === null) return game;
  }
}

function after(game: Game): Game[] {
  return legalMoves(positionOf(game)).map((move) => {
    const played = play(game, move);
    if (!played.ok) throw new Error(played.error);
    return played.value;
  });
}

/**
 * Returns the value of the tables, or of the end of the game, for the side to move as one number: wins first, then
 * draws.
 */
function worth(game: Game): number {
  const over = outcome(game).winner;
  if (over !== null) return over === positionOf(game).turn ? 1_000 : -1_000;
  return worthOf(core.probe(game));
}

function worthOf(score: Score | null): number {
  if (score === null) throw new Error('unknown');
  if (score.kind === 'cp') return score.value;
  return score.plies > 0 ? 1_000 - score.plies : -1_000 - score.plies;
}

describe('the file', () => {
  test.each(['1:7', '0:6,9', '2:5,11'])(
    'matches the generator and the rules for %s',
    (key) => {
      const table = TABLES.get(key)!;
      const solution = solveTable(table, values);
      const stored = values.subarray(table.offset, table.offset + table.size);
      expect(Buffer.compare(storedValues(table, solution), stored)).toBe(0);
      expect(verifyTable(table, solution, values, 101)).toBeGreaterThan(40);
    },
    60_000,
  );

  test('matches the packed values byte for byte', () => {
    expect(Buffer.compare(packTables(values), FILE)).toBe(0);
    expect(FILE.length).toBeLessThan(150_000);
  }, 60_000);

  test('is refused if a byte differs or the file is invalid', () => {
    const damaged = FILE.slice();
    damaged[50_000]! ^= 1;
    expect(() => [...unpackImage(damaged)]).toThrow(TableFileError);
    expect(() => [...unpackImage(new Uint8Array(10))]).toThrow(TableFileError);
  }, 60_000);
});

describe('the probe', () => {
  test('follows from the positions after each move', () => {
    const random = randomFrom(7);
    for (let count = 0; count < 1_500; count++) {
      const game = anyGame(random);
      const best = Math.max(...after(game).map((next) => -worth(next)));
      const expected = Math.abs(best) > 500 ? best - Math.sign(best) : 0;
      expect(worth(game), formatFen(positionOf(game))).toBe(expected);
    }
  }, 60_000);

  test.each([
    ['the cat in the trap enters the den whatever the rat does', '7/3C3/7/7/7/7/3r3/7/7 b', -2],
    ['the rat on the land stops an elephant', '7/7/7/7/6r/7/7/E6/7 w', -14],
    ['the rat stops it sooner with the move', '7/7/7/7/6r/7/7/E6/7 b', 13],
    ['a lion with the move runs past a tiger', 't6/7/7/7/7/7/7/7/6L w', 15],
    ['a tiger with the move holds the lion', 't6/7/7/7/7/7/7/7/6L b', 0],
    ['cat against cat, the second to move wins', '7/7/3c3/7/7/7/3C3/7/7 w', -12],
    ['the elephant that is longest in running from the rat', 'r6/7/E6/7/7/7/7/7/7 w', -34],
    ['the longest of all', 't6/7/7/C6/7/7/7/7/6E w', 67],
  ])('has the value of: %s', (_, fen, plies) => {
    const score = plies === 0 ? { kind: 'cp', value: 0 } : { kind: 'win', plies };
    expect(core.probe(gameOf(fen))).toEqual(score);
  });

  test('agrees with an exhaustive search within its depth', () => {
    const random = randomFrom(11);
    for (let count = 0; count < 60; count++) {
      const game = anyGame(random);
      const found = everything(game, 5);
      const known = worth(game);
      expect(found, formatFen(positionOf(game))).toBe(Math.abs(known) >= 995 ? known : 0);
    }
  }, 60_000);

  test('returns null for four pieces and before tables are loaded', async () => {
    expect(core.probe(gameOf('l6/7/7/7/7/7/7/7/RC4T w'))).toBeNull();
    expect((await newCore()).probe(gameOf('l6/7/7/7/7/7/7/7/R5T w'))).toBeNull();
  });

  test('is not used by a level without tables', () => {
    const game = gameOf('7/7/7/7/6r/7/7/E6/7 w');
    expect(search(core, game, { depth: 1, lines: 1, tables: false }).lines[0]?.score.kind).toBe('cp');
    expect(search(core, game, { depth: 1, lines: 1 }).lines[0]?.score).toEqual(core.probe(game));
  });
});

/** Searches all moves: the win or loss within `depth` plies, else 0. */
function everything(game: Game, depth: number): number {
  const { winner } = outcome(game);
  if (winner !== null) return winner === positionOf(game).turn ? 1_000 : -1_000;
  if (depth === 0) return 0;
  const best = Math.max(...after(game).map((next) => -everything(next, depth - 1)));
  return best === 0 ? 0 : best - Math.sign(best);
}

test('wins every won position against the best defense, in the number of plies in the tables', () => {
  const random = randomFrom(23);
  let won = 0;
  while (won < 150) {
    let game = anyGame(random);
    const score = core.probe(game);
    if (score?.kind !== 'win' || score.plies < 0) continue;
    won++;
    const winner = positionOf(game).turn;
    for (let plies = score.plies; plies > 0; plies--) {
      expect(outcome(game).winner, formatFen(positionOf(game))).toBe(null);
      if (positionOf(game).turn === winner) {
        const { move } = search(core, game, { nodes: 400, lines: 1 }).lines[0]!;
        const played = play(game, move);
        if (!played.ok) throw new Error(played.error);
        game = played.value;
      } else {
        const defenses = after(game);
        game = defenses.reduce((best, next) => (worth(next) < worth(best) ? next : best));
      }
    }
    expect(outcome(game).winner).toBe(winner);
  }
}, 120_000);
