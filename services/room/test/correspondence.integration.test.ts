import { DAY_MS, type DaysPerMove, gamesPerUser } from '@doushouqi/protocol';
import { apiFrom, idOf } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, context, full, guestToken, join, move, redis, runningRoomOf, url } = room;
const HOUR_MS = 3_600_000;

function open(userId: string, roomId: string, daysPerMove?: DaysPerMove) {
  return as(userId).joinRoom({
    body: { roomId, timeControl: null, ...(daysPerMove && { daysPerMove }) },
  });
}
async function listOf(userId: string) {
  return (await as(userId).listCorrespondence()).games;
}

test('a room without clocks has three days for a move, or those that its creator chose, and a job at the deadline', async () => {
  await open(RED, 'three');
  await open(RED, 'seven', 7);
  for (const roomId of ['three', 'seven']) {
    const days = roomId === 'three' ? 3 : 7;
    expect(await compact(roomId)).toMatchObject({ daysPerMove: days, moveDeadline: null });
    await join(BLUE, roomId);
    const running = { status: 'playing', daysPerMove: days, moveDeadline: clock.now + days * DAY_MS };
    expect(await compact(roomId)).toMatchObject({ ...running, lastMoveTime: null });
    expect(await full(roomId)).toMatchObject(running);
    const { gameId } = await compact(roomId);
    for (const name of ['clock', 'reminder'])
      await expect.poll(() => redis.exists(`{queue}:room:${name}-${gameId}`)).toBe(1);
  }
  await join(RED, 'timed');
  expect(await full('timed')).toMatchObject({ daysPerMove: null, moveDeadline: null });
});

test.each([
  ['days that are not offered', { timeControl: null, daysPerMove: 2 as 1 }],
  ['days besides clocks', { timeControl: { initial: 5, increment: 3 }, daysPerMove: 1 as const }],
  ['days without a word about clocks', { daysPerMove: 1 as const }],
])('refuses %s', async (_, choices) => {
  await expect(as(RED).joinRoom({ body: { roomId: 'broken', ...choices } })).rejects.toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
  });
});

test('the list has own turns by least time left, then those of the opponents, then waiting rooms', async () => {
  await open(RED, 'waits', 1);
  await open(RED, 'later', 7);
  await open(RED, 'sooner', 1);
  await open(BLUE, 'theirs', 3);
  await join(BLUE, 'later');
  await join(BLUE, 'sooner');
  await join(RED, 'theirs');
  await join(RED, 'timed-2');
  expect((await listOf(RED)).map(({ roomId }) => roomId)).toEqual(['sooner', 'later', 'theirs', 'waits']);
  clock.now += HOUR_MS;
  await move('sooner', 'red', [0, 6], [0, 5]);
  const [later, sooner, theirs, waits] = await listOf(RED);
  expect(later).toMatchObject({
    roomId: 'later',
    gameId: expect.any(String),
    opponent: { _id: BLUE, nickname: '棋手2' },
    side: 1,
    lastMove: null,
    isMyTurn: true,
    ply: 0,
    daysPerMove: 7,
    deadline: clock.now - HOUR_MS + 7 * DAY_MS,
  });
  expect(theirs).toMatchObject({ roomId: 'theirs', side: 2, isMyTurn: false });
  expect(sooner).toMatchObject({
    roomId: 'sooner',
    isMyTurn: false,
    ply: 1,
    position: expect.stringMatching(/ b$/),
    lastMove: { from: { x: 0, y: 6 }, to: { x: 0, y: 5 }, piece: 8, captured: null },
    deadline: clock.now + DAY_MS,
  });
  expect(waits).toEqual({
    roomId: 'waits',
    gameId: null,
    opponent: null,
    side: null,
    position: 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w',
    lastMove: null,
    isMyTurn: false,
    ply: 0,
    daysPerMove: 1,
    deadline: null,
  });
  expect((await listOf(BLUE)).map(({ roomId, isMyTurn }) => [roomId, isMyTurn])).toEqual([
    ['sooner', true],
    ['theirs', true],
    ['later', false],
  ]);
  expect(await listOf(WATCHER)).toEqual([]);
  await expect(as(null).listCorrespondence()).rejects.toMatchObject({ status: 401 });
});

test('a running correspondence game is not the room to which a login returns', async () => {
  await join(RED, 'quick');
  await join(BLUE, 'quick');
  clock.now += 1;
  await open(RED, 'slow', 1);
  await join(BLUE, 'slow');
  expect(await runningRoomOf(RED)).toBe('quick');
  await as(RED).surrender({ params: { roomId: 'quick' } });
  expect(await runningRoomOf(RED)).toBeNull();
});

test('the list loses a game that ended, and a room that its creator left', async () => {
  await open(RED, 'ends', 1);
  await open(RED, 'left', 1);
  await join(BLUE, 'ends');
  expect(await listOf(RED)).toHaveLength(2);
  await as(RED).surrender({ params: { roomId: 'ends' } });
  await as(RED).leaveRoom({ params: { roomId: 'left' } });
  expect(await listOf(RED)).toEqual([]);
  expect(await listOf(BLUE)).toEqual([]);
});

test('leaving a running game ends nothing: both find it in their lists, and it goes on', async () => {
  await open(RED, 'goes-on', 1);
  await join(BLUE, 'goes-on');
  for (const userId of [RED, BLUE]) await as(userId).leaveRoom({ params: { roomId: 'goes-on' } });
  clock.now += 20 * HOUR_MS;
  expect(await context.commands.execute('goes-on', { type: 'check' })).toMatchObject({
    ok: true,
    events: [],
  });
  for (const userId of [RED, BLUE]) expect(await listOf(userId)).toMatchObject([{ roomId: 'goes-on' }]);
  await join(RED, 'goes-on');
  expect(await move('goes-on', 'red', [0, 6], [0, 5])).toMatchObject({ ok: true });
  expect(await compact('goes-on')).toMatchObject({ players: [RED, BLUE], ply: 1 });
});

test('the list says how many games a member and a guest may have', async () => {
  expect((await as(RED).listCorrespondence()).most).toBe(gamesPerUser(false, true));
  const guest = apiFrom(url, '203.0.113.1', guestToken(idOf(90)));
  expect(await guest.listCorrespondence()).toEqual({ games: [], most: 2 });
});
