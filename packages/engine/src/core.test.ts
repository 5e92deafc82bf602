import {
  formatFen,
  type Game,
  legalGameMoves,
  legalMoves,
  type Move,
  newGame,
  perft,
  play,
  plyCount,
  startPosition,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPosition, gameOf, newCore, search } from '../test/fixtures.ts';

const core = await newCore();

test('gives the same answer for the same position and nodes, regardless of earlier searches', async () => {
  const game = newGame();
  const first = search(await newCore(), game, { nodes: 60_000, lines: 2 });
  search(core, gameOf('7/7/7/2R4/7/7/4e2/7/T6 b'), { nodes: 30_000, lines: 1 });
  search(core, game, { nodes: 200_000, lines: 1 });
  expect(search(core, game, { nodes: 60_000, lines: 2 })).toEqual(first);
  expect(first.nodes).toBeLessThan(61_000);
});

test('gives the same answer however often the search is interrupted', () => {
  const game = newGame();
  const whole = search(core, game, { nodes: 40_000, lines: 1 });
  core.begin(game, { nodes: 40_000, lines: 1 });
  while (core.step(37) !== 'done');
  expect(core.info()).toEqual(whole);
});

test('returns different moves as lines, best first', () => {
  const { lines } = search(core, newGame(), { depth: 6, lines: 3 });
  const values = lines.map(({ score }) => (score.kind === 'cp' ? score.value : Number.NaN));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(new Set(lines.map(({ move }) => JSON.stringify(move))).size).toBe(3);
});

test('returns lines best first if the search ends within a depth', () => {
  for (let nodes = 2_000; nodes < 12_000; nodes += 1_000) {
    const { lines } = search(core, newGame(), { nodes, lines: 6 });
    const values = lines.slice(1).map(({ score }) => (score.kind === 'cp' ? score.value : Number.NaN));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }
});

test('returns different moves as lines if the search ends within a depth', () => {
  const game = gameOf('1dl3t/4w2/4jc1/1r4e/7/3J3/5R1/1EW2D1/T1C3L w');
  for (let nodes = 2_000; nodes < 40_000; nodes += 500) {
    const { lines } = search(core, game, { nodes, lines: 2 });
    expect(new Set(lines.map(({ move }) => JSON.stringify(move))).size, `${nodes} nodes`).toBe(2);
  }
});

test('returns only playable principal variations', () => {
  let game = newGame();
  for (let turn = 0; turn < 12; turn++) {
    const { lines } = search(core, game, { nodes: 5_000, lines: 3 });
    for (const { pv } of lines) {
      let line = game;
      for (const move of pv) {
        const next = play(line, move);
        if (!next.ok) throw new Error(`${next.error} after ${plyCount(line)} plies`);
        line = next.value;
      }
    }
    const next = play(game, lines[turn % lines.length]!.move);
    if (next.ok) game = next.value;
  }
  expect(plyCount(game)).toBe(12);
});

test('never chooses a move that the rules forbid by third repetition', () => {
  // Red's elephant moves back and forth in front of a cat that does the same; its third visit is forbidden.
  let game = gameOf('7/7/7/7/7/7/E6/7/c5T w');
  const circle = [
    [0, 6, 0, 5],
    [0, 8, 1, 8],
    [0, 5, 0, 6],
    [1, 8, 0, 8],
  ] as const;
  for (let turn = 0; turn < 7; turn++) {
    const [x, y, toX, toY] = circle[turn % 4]!;
    const next = play(game, { from: { x, y }, to: { x: toX, y: toY } });
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  const allowed = legalGameMoves(game);
  const { lines } = search(core, game, { depth: 4, lines: 32 });
  expect(lines).toHaveLength(allowed.length);
  for (const { move } of lines) expect(allowed).toContainEqual(move);
});

test('does not save a lost game by a chase that third repetition ends', () => {
  // Blue's elephant chases a leopard back and forth; otherwise the tiger and the lion win the den.
  const lost = gameOf('1T4c/2dl1w1/1E1jt2/3LR2/7/7/5e1/2C4/5J1 b');
  const scoreOf = (game: Game) => search(core, game, { nodes: 150_000, lines: 1 }).lines[0]!.score;
  expect(scoreOf(newGame('local-1:hundred-rounds', lost.position))).toEqual({ kind: 'cp', value: 0 });
  const { kind, value } = scoreOf(lost) as { kind: string; value: number };
  expect(kind === 'cp' ? value : -30_000).toBeLessThan(-1_000);
});

test('detects the draw of 100 rounds in advance', () => {
  // Red is far ahead, but 199 plies are played: every move draws the game.
  let game = gameOf('6r/7/7/7/7/7/7/7/E1T3L w');
  const walk = [
    [0, 8, 0, 7],
    [6, 0, 6, 1],
    [0, 7, 0, 8],
    [6, 1, 6, 0],
  ] as const;
  const relaxed = { ...game, rules: { ...game.rules, threefold: false } };
  game = relaxed;
  for (let turn = 0; turn < 199; turn++) {
    const [x, y, toX, toY] = walk[turn % 4]!;
    const next = play(game, { from: { x, y }, to: { x: toX, y: toY } });
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  const { lines } = search(core, game, { depth: 3, lines: 1 });
  expect(lines[0]?.score).toEqual({ kind: 'cp', value: 0 });
});

test('uses constant memory over 500 searches', () => {
  let game = newGame();
  const before = core.memoryBytes();
  for (let turn = 0; turn < 500; turn++) {
    const { lines } = search(core, game, { nodes: 1_000, lines: 1 });
    const next = play(game, lines[0]!.move);
    game = next.ok && next.value.outcome.winner === null ? next.value : newGame();
  }
  expect(core.memoryBytes()).toBe(before);
});

function sorted(moves: readonly Move[]): string[] {
  return moves.map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`).sort();
}

test('counts perft from the start position', () => {
  const counts = [1, 2, 3, 4, 5].map((depth) => core.perft(startPosition(), depth));
  expect(counts).toEqual([24, 576, 12_240, 260_099, 5_111_620]);
});

test('lists the moves of the rules in any position', () => {
  fc.assert(
    fc.property(anyPosition(), (position) => {
      const fen = formatFen(position);
      expect(sorted(core.listMoves(position)), fen).toEqual(sorted(legalMoves(position)));
    }),
    { numRuns: 3_000 },
  );
});

test('counts the move sequences of the rules in any position', () => {
  fc.assert(
    fc.property(anyPosition(), (position) => {
      const game = newGame(undefined, position);
      if (game.outcome.winner !== null) return;
      expect(core.perft(position, 3), formatFen(position)).toBe(perft(position, 3));
    }),
    { numRuns: 300 },
  );
});
