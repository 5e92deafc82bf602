import { expect, test } from 'vitest';
import { after, ask, BLUE, join, playingRoom, RED, reply, roomAfter, START } from '../test/fixtures.ts';
import { emptyRoom, gameToArchive, type Room } from './index.ts';

const NOW = START + 60_000;
function reset(room: Room): Room {
  return after(after(room, ask(RED, 'reset'), NOW), reply(BLUE, 'reset', true), NOW);
}

test('archives a game only with the commit that ends it', () => {
  const before = roomAfter(2);
  const over = after(before, { type: 'surrender', userId: RED }, NOW);
  expect(gameToArchive(before, over)).toEqual({
    gameId: 'g1',
    roomId: 'r',
    players: [RED, BLUE],
    ruleSet: 'online-1',
    record: '000124536701',
    winner: 2,
    endReason: 'SURRENDER',
    timeControl: { initial: 5, increment: 3 },
    startTime: START,
    endTime: NOW,
    moveTimes: [1_000, 2_000],
    kind: 'casual',
    lags: [0, 0],
    focusLosses: { player1: 0, player2: 0 },
  });
  expect(gameToArchive(over, after(over, { type: 'leave', userId: RED }, NOW))).toBeNull();
  expect(gameToArchive(over, reset(over))).toBeNull();
  expect(gameToArchive(playingRoom(), before)).toBeNull();
});

test('archives a running game that is reset without a winner', () => {
  const before = roomAfter(2);
  expect(gameToArchive(before, reset(before))).toMatchObject({
    gameId: 'g1',
    record: '000190536701',
    winner: -1,
    endReason: 'NONE',
    startTime: START,
    endTime: NOW,
    moveTimes: [1_000, 2_000],
  });
});

test('does not archive a game without moves that is reset', () => {
  expect(gameToArchive(playingRoom(), reset(playingRoom()))).toBeNull();
});

test('archives nothing when a game starts', () => {
  expect(gameToArchive(null, emptyRoom('r', 'casual'))).toBeNull();
  const waiting = after(null, join(RED), START);
  expect(gameToArchive(waiting, after(waiting, join(BLUE), START))).toBeNull();
});
