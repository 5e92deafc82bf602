import { BLUE, RED } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { localRecord, ratedRecord, recordOf } from '../../../test/records.ts';
import { kindOf, pageWithin, ratingChangeOf, roundsOf, verdictOf } from './record-details.ts';

describe('result of a game for a user', () => {
  it.each([
    [1, RED, 'win'],
    [1, BLUE, 'lose'],
    [2, RED, 'lose'],
    [2, BLUE, 'win'],
    [0, RED, 'draw'],
    [-1, BLUE, 'open'],
    // A user who did not play.
    [1, 'c'.repeat(24), 'redWins'],
    [2, 'c'.repeat(24), 'blueWins'],
  ] as const)('winner %i, for %s: %s', (winner, userId, verdict) => {
    const record = recordOf();
    expect(verdictOf({ ...record, notation: { ...record.notation, winner } }, userId)).toBe(verdict);
  });

  it('returns the winner for two players on one device', () => {
    expect(verdictOf(localRecord({ winner: 'blue' }), RED)).toBe('blueWins');
    expect(verdictOf(localRecord({ winner: null, endReason: 'NONE' }), RED)).toBe('open');
  });
});

it.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [5, 3],
])('counts %i plies as %i rounds', (plies, rounds) => {
  const { notation } = recordOf();
  expect(roundsOf({ notation: { ...notation, moves: notation.moves.slice(0, plies) } })).toBe(rounds);
});

it.each([
  ['online', null, false, 'online'],
  ['online', null, true, 'rated'],
  ['local', null, false, 'local'],
  ['local', 'plain', false, 'ai'],
] as const)('a game of type %s with computer %s, rated: %s, is %s', (type, aiType, rated, kind) => {
  expect(kindOf({ type, aiType, rated, ratings: null })).toBe(kind);
});

it('a game with ratings outside the rated rooms is one against a bot', () => {
  const { ratings } = ratedRecord();
  expect(kindOf({ type: 'online', aiType: null, rated: false, ratings })).toBe('bot');
  expect(kindOf({ type: 'online', aiType: null, rated: true, ratings })).toBe('rated');
});

it('returns the rating change of each player, and null for others', () => {
  const record = ratedRecord();
  expect([RED, BLUE, 'c'.repeat(24)].map((who) => ratingChangeOf(record, who))).toEqual([12, -9, null]);
  expect(ratingChangeOf(recordOf(), RED)).toBeNull();
});

it.each([
  [1, 0, 1],
  [1, 1, 1],
  [3, 3, 3],
  [4, 3, 3],
  [2, 0, 1],
])('shows page %i of %i as %i', (page, total, shown) => {
  expect(pageWithin(page, total)).toBe(shown);
});
