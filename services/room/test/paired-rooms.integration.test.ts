import {
  ARRIVAL_TIME,
  assignedRoom,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  OFFER_COOLDOWN,
} from '@doushouqi/protocol';
import { createRoomStore } from '@doushouqi/room-core';
import { idOf } from '@doushouqi/service-kit/testing';
import { describe, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, join, move, pair, redis } = room;

function pairOf(roomId: string, gameId = `game-${roomId}`) {
  return {
    roomId,
    kind: 'rated',
    players: [RED, BLUE] as [string, string],
    timeControl: { initial: 10, increment: 5 },
    gameId,
  } as const;
}
/** Creates a rated game in which both players have moved. */
async function begun(roomId: string): Promise<void> {
  await pair(pairOf(roomId));
  await move(roomId, 'red', [0, 6], [0, 5]);
  await move(roomId, 'blue', [0, 0], [0, 1]);
}

describe('a room for a pair', () => {
  test('starts its game at once, and a repeated request returns the same room', async () => {
    expect(await pair(pairOf('made'))).toEqual({ roomId: 'made', v: 1 });
    expect(await compact('made')).toMatchObject({
      kind: 'rated',
      players: [RED, BLUE],
      status: 'playing',
      timeLeft: { player1: 600_000, player2: 600_000 },
      lastMoveTime: clock.now + ARRIVAL_TIME,
      awaited: [1, 2],
    });
    await move('made', 'red', [0, 6], [0, 5]);
    // The move, and the event that blue's arrival is awaited.
    expect(await pair(pairOf('made'))).toEqual({ roomId: 'made', v: 3 });
    await expect(pair(pairOf('made', 'another'))).rejects.toMatchObject({ status: 409, code: 'ROOM_TAKEN' });
    expect(await redis.zscore('rooms:live', 'made')).not.toBeNull();
    await expect.poll(() => room.context.store.nameOf('made', BLUE)).toBe('棋手2');
  });

  test('is refused for an occupied room, a single player or an unknown time control', async () => {
    await join(RED, 'waiting');
    await expect(pair(pairOf('waiting'))).rejects.toMatchObject({ code: 'ROOM_TAKEN' });
    const alone = { ...pairOf('alone'), players: [RED, RED] as [string, string] };
    await expect(pair(alone)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const quick = { ...pairOf('quick'), timeControl: { initial: 1, increment: 0 } };
    await expect(pair(quick)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(pair(pairOf('secret'), 'guessed')).rejects.toThrow();
    await expect(compact('secret')).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
  });
});

test('no user opens the room of a pair whose number is known before', async () => {
  const roomId = assignedRoom('known');
  await expect(join(WATCHER, roomId)).rejects.toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
  expect(await pair(pairOf(roomId))).toEqual({ roomId, v: 1 });
  await join(WATCHER, roomId);
  expect(await compact(roomId)).toMatchObject({ players: [RED, BLUE], spectators: [WATCHER] });
});

describe('cheating in a rated room', () => {
  const params = { params: { roomId: 'cheat' } };

  test('allows no undo, no reset, no other time control, no early claim and no seat', async () => {
    await begun('cheat');
    await join(WATCHER, 'cheat');
    expect((await compact('cheat')).spectators).toEqual([WATCHER]);
    for (const refused of [
      () => as(RED).requestUndo(params),
      () => as(RED).requestReset(params),
      () => as(RED).setTimeControl({ ...params, body: { initial: 2, increment: 1 } }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'NOT_IN_THIS_ROOM' });
    }
    await expect(as(BLUE).acceptUndo(params)).rejects.toMatchObject({ code: 'NO_OFFER' });
    await expect(as(BLUE).claimTimeout(params)).rejects.toMatchObject({ code: 'NOT_FLAGGED' });
    for (const verb of ['surrender', 'claimTimeout', 'requestDraw'] as const) {
      await expect(as(WATCHER)[verb](params)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
    }
    expect((await compact('cheat')).timeControl).toEqual({ initial: 10, increment: 5 });
  });

  test('allows three draw offers, and a surrender after a move loses', async () => {
    for (let n = 0; n < MAX_DRAW_OFFERS; n++) {
      await as(RED).requestDraw(params);
      await as(BLUE).cancelDraw(params);
      clock.now += OFFER_COOLDOWN;
    }
    await expect(as(RED).requestDraw(params)).rejects.toMatchObject({ code: 'NO_DRAW_OFFERS_LEFT' });
    expect(await as(RED).surrender(params)).toMatchObject({ status: 'player2_win' });
  });

  test('admits only its players after both have left', async () => {
    for (const userId of [RED, BLUE]) await as(userId).leaveRoom(params);
    const stranger = idOf(9);
    await join(stranger, 'cheat');
    expect(await compact('cheat')).toMatchObject({ players: [RED, BLUE], departed: [RED, BLUE] });
    await join(BLUE, 'cheat');
    expect(await compact('cheat')).toMatchObject({ departed: [RED] });
    expect(await room.context.places.roomsOf(stranger, 'timed')).toEqual([]);
  });
});

test('refuses a rematch of a rated game while a player is paused from pairing', async () => {
  const params = { params: { roomId: 'again' } };
  await begun('again');
  await as(RED).surrender(params);
  const pause = (userId: string) => redis.set(`{user:${userId}}:pause`, clock.now + 60_000);
  await pause(RED);
  await expect(as(RED).requestReset(params)).rejects.toMatchObject({ status: 400, code: 'PAIRING_PAUSED' });
  await as(BLUE).requestReset(params);
  await expect(as(RED).acceptReset(params)).rejects.toMatchObject({ code: 'PAIRING_PAUSED' });
  expect(await as(RED).rejectReset(params)).toMatchObject({ status: 'player2_win' });
  await redis.del(`{user:${RED}}:pause`);
  clock.now += OFFER_COOLDOWN;
  await as(BLUE).requestReset(params);
  expect(await as(RED).acceptReset(params)).toMatchObject({ status: 'playing' });
});

test('refuses to accept a rematch during a pause that began after the request', async () => {
  const params = { params: { roomId: 'before-pause' } };
  // As pairing does when it receives the end of their last game.
  await redis.del('{pairing}:playing');
  await begun('before-pause');
  await as(RED).surrender(params);
  await as(RED).requestReset(params);
  await redis.set(`{user:${RED}}:pause`, clock.now + 60_000);
  await expect(as(BLUE).acceptReset(params)).rejects.toMatchObject({ status: 400, code: 'OPPONENT_PAUSED' });
  await redis.del(`{user:${RED}}:pause`);
  expect(await as(BLUE).acceptReset(params)).toMatchObject({ status: 'playing' });
});

test('marks the finished games of an arranged room and its rematches, and hides the mark from clients', async () => {
  const store = createRoomStore(redis);
  const isArranged = async (roomId: string) =>
    (await store.undelivered(roomId)).map((game) => game.isArranged ?? false);
  await redis.del('{pairing}:playing');
  await begun('found');
  await as(RED).surrender({ params: { roomId: 'found' } });
  expect(await isArranged('found')).toEqual([false]);

  const params = { params: { roomId: 'arranged' } };
  await redis.del('{pairing}:playing');
  await pair({ ...pairOf('arranged'), isArranged: true });
  await move('arranged', 'red', [0, 6], [0, 5]);
  await move('arranged', 'blue', [0, 0], [0, 1]);
  await as(RED).surrender(params);
  await as(RED).requestReset(params);
  await as(BLUE).acceptReset(params);
  await move('arranged', 'red', [0, 6], [0, 5]);
  await move('arranged', 'blue', [0, 0], [0, 1]);
  await as(RED).surrender(params);
  expect(await isArranged('arranged')).toEqual([true, true]);
  const shown = JSON.stringify([await compact('arranged'), await store.eventsAfter('arranged', 0)]);
  expect(shown).not.toContain('isArranged');
});

test('passes the context of a game to its readers, the finished game and the rematch', async () => {
  const params = { params: { roomId: 'final' } };
  await redis.del('{pairing}:playing');
  await pair({ ...pairOf('final'), context: 'cup:1' });
  expect(await compact('final')).toMatchObject({ context: 'cup:1' });
  await move('final', 'red', [0, 6], [0, 5]);
  await move('final', 'blue', [0, 0], [0, 1]);
  await as(RED).surrender(params);
  expect(await room.context.store.undelivered('final')).toMatchObject([{ context: 'cup:1' }]);
  await as(RED).requestReset(params);
  await as(BLUE).acceptReset(params);
  const { gameId, context } = await compact('final');
  expect([gameId, context]).toEqual([expect.not.stringMatching('game-final'), 'cup:1']);
  const taken = JSON.parse((await redis.hget('{pairing}:pairs', gameId!))!);
  expect(taken.pair).toMatchObject({ context: 'cup:1', kind: 'rated', isRematch: true });
});

test('marks the game of an unrated tournament, for which there is no rematch', async () => {
  const params = { params: { roomId: 'unrated' } };
  await redis.del('{pairing}:playing');
  await pair({ ...pairOf('unrated'), kind: 'arena', context: 'tournament:t', isRated: false });
  expect(await compact('unrated')).toMatchObject({ kind: 'arena', isRated: false });
  await move('unrated', 'red', [0, 6], [0, 5]);
  await move('unrated', 'blue', [0, 0], [0, 1]);
  await as(RED).surrender(params);
  const [game] = await room.context.store.undelivered('unrated');
  expect(game).toMatchObject({ isRated: false, receivers: ['record', 'pairing', 'tournament'] });
  await expect(as(RED).requestReset(params)).rejects.toMatchObject({ code: 'NOT_IN_THIS_ROOM' });
});

test('lets the opponent claim the end after a missing first move, without a winner', async () => {
  const params = { params: { roomId: 'slow' } };
  await pair(pairOf('slow'));
  await move('slow', 'red', [0, 6], [0, 5]);
  clock.now += ARRIVAL_TIME + FIRST_MOVE_TIME - 1;
  await expect(as(RED).claimTimeout(params)).rejects.toMatchObject({ code: 'NOT_FLAGGED' });
  clock.now += 1;
  expect(await as(RED).claimTimeout(params)).toMatchObject({ status: 'aborted' });
  expect(await compact('slow')).toMatchObject({ winner: -1, endReason: 'NONE', abortedBy: BLUE });
});
