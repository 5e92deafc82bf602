import { readFile } from 'node:fs/promises';
import { formatSquareMove } from '@doushouqi/engine';
import { levelOf, limitsOfLevel } from '@doushouqi/engine/laboratory';
import { type Game, newGame, parseFen } from '@doushouqi/rules';
import { describe, expect, test } from 'vitest';
import { loadEngine, searched } from './players.ts';

const KINDS = ['ending', 'elephant', 'leap', 'trap', 'den', 'gain'] as const;
/**
 * A position with its only good move, as `a3b3`, and its win in plies; null if it wins material. `proof` that no other
 * move is as good: the endgame tables, a search of all moves, or 50 times the nodes of level 5.
 */
interface Puzzle {
  kind: (typeof KINDS)[number];
  fen: string;
  move: string;
  win: number | null;
  proof: 'tables' | 'everything' | 'search';
}

/** Starts a game at a position. Throws if the FEN is not valid. */
function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

const puzzles: Puzzle[] = JSON.parse(await readFile(new URL('./suite.json', import.meta.url), 'utf8'));
const core = await loadEngine();

describe('level 5 solves the tactical suite', () => {
  test('has at least 60 positions, some of every kind', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(puzzles.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  });

  test.each(puzzles)('$kind $fen', ({ fen, move, win, proof }) => {
    const best = searched(core, gameOf(fen), limitsOfLevel(levelOf(5))).lines[0]!;
    expect(formatSquareMove(best.move)).toBe(move);
    // The distance of a win is not checked if only a much longer search found it.
    if (win !== null && proof !== 'search') expect(best.score).toEqual({ kind: 'win', plies: win });
  });
});
