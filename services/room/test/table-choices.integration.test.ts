import { expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, full, join } = room;

/** A rat of each side, blue to move. */
const POSITION = '7/7/3r3/7/7/7/7/3R3/7 b';

function snapshotFor(userId: string | null, roomId: string) {
  return as(userId).getRoom({ params: { roomId }, query: { view: 'compact' } });
}

test('the creator chooses color, clock, undo, spectators and position', async () => {
  const choices = { color: 'blue', undo: false, spectators: false, start: POSITION } as const;
  await as(RED).joinRoom({
    body: { roomId: 'chosen', timeControl: { initial: 30, increment: 20 }, ...choices },
  });
  expect(await compact('chosen')).toMatchObject({
    timeControl: { initial: 30, increment: 20 },
    timeLeft: { player1: 1_800_000, player2: 1_800_000 },
    table: choices,
  });
  await as(BLUE).joinRoom({ body: { roomId: 'chosen', undo: true, timeControl: null } });
  expect(await snapshotFor(RED, 'chosen')).toMatchObject({
    status: 'playing',
    players: [BLUE, RED],
    timeControl: { initial: 30, increment: 20 },
    table: choices,
  });
  const params = { roomId: 'chosen' };
  await expect(as(RED).requestUndo({ params })).rejects.toMatchObject({ code: 'NOT_IN_THIS_ROOM' });
});

test('a press without choices opens a room with the defaults', async () => {
  await join(RED, 'plain');
  expect(await full('plain')).toMatchObject({
    timeControl: { initial: 5, increment: 3 },
    table: { color: 'red', undo: true, spectators: true, start: null },
  });
});

test('a random color seats the creator on either side', async () => {
  const sides = new Set<string>();
  for (let n = 0; n < 15 && sides.size < 2; n++) {
    const roomId = `random-${n}`;
    await as(RED).joinRoom({ body: { roomId, color: 'random' } });
    await join(BLUE, roomId);
    sides.add((await compact(roomId)).players[0]!);
    for (const userId of [RED, BLUE]) await as(userId).leaveRoom({ params: { roomId } });
    clock.now += 30_000;
  }
  expect(sides).toEqual(new Set([RED, BLUE]));
});

test('a room without spectators is closed to others once the game runs', async () => {
  await as(RED).joinRoom({ body: { roomId: 'closed', spectators: false } });
  expect(await snapshotFor(null, 'closed')).toMatchObject({ status: 'waiting' });
  await join(BLUE, 'closed');
  const refused = { code: 'SPECTATORS_CLOSED', message: '房主没有开放观战' };
  await expect(join(WATCHER, 'closed')).rejects.toMatchObject(refused);
  await expect(snapshotFor(WATCHER, 'closed')).rejects.toMatchObject(refused);
  await expect(full('closed')).rejects.toMatchObject(refused);
  for (const userId of [RED, BLUE]) expect(await snapshotFor(userId, 'closed')).toBeTruthy();
});

test.each([
  ['too little time', { timeControl: { initial: 0, increment: 5 } }],
  ['too much time', { timeControl: { initial: 61, increment: 0 } }],
  ['too much increment', { timeControl: { initial: 5, increment: 61 } }],
  ['half a minute', { timeControl: { initial: 0.5, increment: 0 } }],
  ['no such color', { color: 'green' as 'red' }],
  ['an unreadable position', { start: 'l5t w' }],
  ['a position without pieces of one side', { start: '7/7/7/7/7/7/7/3R3/7 b' }],
  ['a position with a piece in the den', { start: '3R3/7/3r3/7/7/7/7/7/7 b' }],
  ['a position too long', { start: 'l'.repeat(81) }],
])('refuses %s', async (_, choices) => {
  await expect(as(RED).joinRoom({ body: { roomId: 'broken', ...choices } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('the usual start counts as no position', async () => {
  const start = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w';
  await as(RED).joinRoom({ body: { roomId: 'usual', start } });
  expect((await compact('usual')).table?.start).toBeNull();
});
