import { newGame } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { gameOf, newCore, search } from '../test/fixtures.ts';
import { createEngine, LEVELS, winRate } from './index.ts';
import { judged, levelOf, limitsOfLevel } from './levels.ts';
import { nodePort } from './node.ts';

const core = await newCore();

function moveOf(level: 1 | 2 | 3 | 4 | 5, seed: number, game = newGame()): string {
  const setting = levelOf(level);
  const info = search(core, game, limitsOfLevel(setting));
  return JSON.stringify(judged(info, game, setting, seed).lines[0]?.move);
}

test('has five levels and uses the stronger engine for 4 and 5', () => {
  expect(LEVELS.map(({ level, strong }) => [level, strong])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
  const nodes = LEVELS.map((setting) => setting.nodes);
  expect(nodes).toEqual([...nodes].sort((a, b) => a - b));
});

test('depends on chance only through the seed', () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed);
  const moves = seeds.map((seed) => moveOf(1, seed));
  expect(seeds.map((seed) => moveOf(1, seed))).toEqual(moves);
  expect(new Set(moves).size).toBeGreaterThan(3);
  expect(new Set(seeds.map((seed) => moveOf(4, seed))).size).toBe(1);
});

test('enters the den if possible from level 3 on', () => {
  const game = gameOf('7/3R3/7/7/7/7/7/7/1r5 w');
  for (const level of [3, 4, 5] as const) {
    for (let seed = 0; seed < 20; seed++) expect(moveOf(level, seed, game)).toContain('"to":{"x":3,"y":0}');
  }
});

test('chooses the same move in a worker', async () => {
  const engine = createEngine(nodePort);
  const { lines } = await engine.choose(newGame(), 2, 5);
  engine.close();
  expect(JSON.stringify(lines[0]?.move)).toBe(moveOf(2, 5));
});

test('win rates', () => {
  expect(winRate({ kind: 'cp', value: 0 })).toBe(50);
  expect(winRate({ kind: 'cp', value: 200 })).toBeCloseTo(73.1, 1);
  expect(winRate({ kind: 'cp', value: -200 })).toBeCloseTo(26.9, 1);
  expect(winRate({ kind: 'win', plies: 3 })).toBe(100);
  expect(winRate({ kind: 'win', plies: -2 })).toBe(0);
});
