import type { Level } from '@doushouqi/engine';
import { moveOf } from '@doushouqi/room-client/testing';
import { endGame, parseFen, type Winner } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { type AiGameData, beginAi, movedAi, surrenderedAi } from '../../shared/device-games/ai-game-state.ts';
import { countGame, isReadyFor, readTallies } from './tally.ts';

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

/** A game of red against a level after one move. */
function begun(id: string, level: Level = 2): AiGameData {
  const { from, to } = moveOf('a1b1');
  const moved = movedAi(
    beginAi(id, { level, own: 'red', control: null, undo: true, hints: true }),
    from,
    to,
    1,
  );
  if (!moved) throw new Error('refused');
  return moved;
}

function over(id: string, winner: Winner, level: Level = 2): AiGameData {
  const data = begun(id, level);
  const { game } = data.local;
  const over = winner === 'draw' ? endGame(game, 'draw', 'DRAW_AGREED') : endGame(game, winner, 'SURRENDER');
  return { ...data, local: { ...data.local, game: over } };
}

function tallyOf(storage: ReturnType<typeof memory>, level: Level = 2, user: string | null = 'me') {
  return readTallies(storage, user)[level - 1];
}

it('counts won, lost and drawn games of each level, and wins in a row', () => {
  const storage = memory();
  (['red', 'blue', 'draw', 'red', 'red'] as const).forEach((winner, index) => {
    countGame(storage, 'me', over(`g${index}`, winner));
  });
  expect(tallyOf(storage)).toEqual({ won: 3, lost: 1, drawn: 1, streak: 2 });
  expect(tallyOf(storage, 3)).toEqual({ won: 0, lost: 0, drawn: 0, streak: 0 });
});

it('counts a game once, and no unfinished games or games without a move', () => {
  const storage = memory();
  countGame(storage, 'me', begun('g1'));
  countGame(storage, 'me', surrenderedAi(beginAi('g0', begun('g1').setting), 1));
  expect(tallyOf(storage)).toMatchObject({ won: 0, lost: 0 });
  countGame(storage, 'me', over('g1', 'red'));
  countGame(storage, 'me', over('g1', 'red'));
  expect(tallyOf(storage)).toMatchObject({ won: 1, streak: 1 });
});

it('counts no game from a set-up position', () => {
  const storage = memory();
  const start = parseFen('7/7/3r3/7/7/7/7/3R3/7 w');
  if (!start.ok) throw new Error('unreadable');
  const moved = movedAi(beginAi('g', begun('g').setting, start.value), { x: 3, y: 7 }, { x: 3, y: 6 }, 1);
  countGame(storage, 'me', surrenderedAi(moved!, 2));
  expect(tallyOf(storage)).toMatchObject({ won: 0, lost: 0 });
});

it('separates the tallies of 8 users of a device', () => {
  const storage = memory();
  countGame(storage, null, over('g0', 'red'));
  countGame(storage, '7', over('g1', 'blue'));
  expect(tallyOf(storage, 2, null)).toMatchObject({ won: 1, lost: 0 });
  expect(tallyOf(storage, 2, '7')).toMatchObject({ won: 0, lost: 1 });
  for (let user = 10; user < 17; user++) countGame(storage, String(user), over('g', 'red'));
  expect(tallyOf(storage, 2, null)).toMatchObject({ won: 0 });
  expect(tallyOf(storage, 2, '7')).toMatchObject({ lost: 1 });
});

it.each(['no JSON', '7', '{"ume":7}', '{"ume":{"last":"g","levels":[1,2,3,4,5]}}'])('ignores %s', (text) => {
  const storage = memory();
  storage.setItem('aiTally', text);
  expect(tallyOf(storage)).toMatchObject({ won: 0 });
  countGame(storage, 'me', over('g1', 'red'));
  expect(tallyOf(storage)).toMatchObject({ won: 1 });
});

describe('the next level', () => {
  it('is proposed after two wins in a row, until it was beaten', () => {
    const storage = memory();
    const isReady = (next: Level) => isReadyFor(readTallies(storage, 'me'), next);
    countGame(storage, 'me', over('g1', 'red'));
    expect(isReady(3)).toBe(false);
    countGame(storage, 'me', over('g2', 'red'));
    expect([1, 2, 3, 4, 5].filter((next) => isReady(next as Level))).toEqual([3]);
    countGame(storage, 'me', over('g3', 'red', 3));
    expect(isReady(3)).toBe(false);
  });
});
