import { describe, expect, it } from 'vitest';
import { type ListedGames, listedAfter, missedGames, noteRunning, noteSeen } from './listed-games.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

describe('listed games', () => {
  it('are missed from the reply on that lacks them', () => {
    const first = listedAfter({}, ['a', 'b'], NOW);
    expect(listedAfter(first, ['a', 'b'], NOW + 1)).toEqual(first);
    const later = listedAfter(first, ['b', 'c'], NOW + 2);
    expect(later).toEqual({ a: NOW + 2, b: 0, c: 0 });
    expect(listedAfter(later, ['b'], NOW + 3)).toEqual({ a: NOW + 2, b: 0, c: NOW + 3 });
  });

  it('run again if a later reply has them', () => {
    expect(listedAfter({ a: NOW }, ['a'], NOW + 1)).toEqual({ a: 0 });
  });

  it('are not missed after the user saw the end, also if an older reply still has them', () => {
    const seen: ListedGames = { a: -1 };
    const late = listedAfter(seen, ['a'], NOW);
    expect(late).toEqual(seen);
    expect(listedAfter(late, [], NOW)).toEqual({});
  });

  it('are missed for seven days, the last five', () => {
    expect(listedAfter({ a: NOW }, [], NOW + 7 * DAY - 1)).toEqual({ a: NOW });
    expect(listedAfter({ a: NOW }, [], NOW + 7 * DAY)).toEqual({});
    const all = listedAfter({ a: NOW - 1 }, ['b', 'c', 'd', 'e', 'f', 'g'], NOW);
    expect(Object.keys(listedAfter(all, [], NOW))).toEqual(['c', 'd', 'e', 'f', 'g']);
  });
});

describe('the device', () => {
  it('has the last missed game first, until it was seen, for the user who listed it', () => {
    noteRunning('me', ['a', 'b'], NOW);
    noteRunning('me', ['b'], NOW + 1);
    noteRunning('me', [], NOW + 2);
    expect(missedGames('me')).toEqual([
      { gameId: 'b', since: NOW + 2 },
      { gameId: 'a', since: NOW + 1 },
    ]);
    expect(missedGames('other')).toEqual([]);
    noteSeen('me', 'b');
    expect(missedGames('me').map(({ gameId }) => gameId)).toEqual(['a']);
    noteRunning('other', [], NOW + 3);
    expect(missedGames('me')).toEqual([]);
  });
});
