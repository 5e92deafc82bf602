import { gamesPerUser } from '@doushouqi/protocol';
import { idOf } from '@doushouqi/service-kit/testing';
import { describe, expect, test } from 'vitest';
import { BLUE, JOINS, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, context, full, join, move, redis, runningRoomOf, server, start } = room;

describe('refused input', () => {
  test.each([
    ['no body', {}, '请输入房间号'],
    ['an empty number', { roomId: '  ' }, '请输入房间号'],
    ['a number too long', { roomId: 'x'.repeat(21) }, '房间号须为 1–20 位字母、数字、- 或 _'],
    ['an operator', { roomId: { $ne: null } }, '请输入房间号'],
  ])('returns 400 for %s', async (_, body, message) => {
    await expect(as(RED).joinRoom({ body: body as { roomId: string } })).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message,
    });
  });

  test('returns 400 for an unknown view', async () => {
    const request = { params: { roomId: 'R1' }, query: { view: 'everything' as 'full' } };
    await expect(as(null).getRoom(request)).rejects.toMatchObject({ status: 400 });
  });
});

describe('creating and joining', () => {
  test('seats red, then blue, then spectators; a repeated join changes nothing', async () => {
    expect(await join(RED, 'seats')).toEqual({ roomId: 'seats', spectators: [] });
    expect(await compact('seats')).toMatchObject({ status: 'waiting', createdBy: RED, players: [RED] });
    await join(BLUE, 'seats');
    expect(await join(WATCHER, 'seats')).toEqual({ roomId: 'seats', spectators: [WATCHER] });
    const before = await compact('seats');
    expect(before).toMatchObject({ status: 'playing', players: [RED, BLUE], spectators: [WATCHER], v: 3 });
    for (const userId of [RED, BLUE, WATCHER]) await join(userId, 'seats');
    expect(await compact('seats')).toEqual(before);
  });

  test('stores the account names of the players for the realtime nodes', async () => {
    await start('named');
    await join(WATCHER, 'named');
    const names = () => Promise.all([RED, BLUE, WATCHER].map((id) => context.store.nameOf('named', id)));
    await expect.poll(names).toEqual(['棋手1', '棋手2', null]);
  });

  test('a join without creation is refused for an unknown room and enters an existing one', async () => {
    const joining = () => as(BLUE).joinRoom({ body: { roomId: 'typed-wrong', create: false } });
    await expect(joining()).rejects.toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
    await expect(compact('typed-wrong')).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
    await join(RED, 'typed-wrong');
    await joining();
    expect(await compact('typed-wrong')).toMatchObject({ createdBy: RED, players: [RED, BLUE] });
  });

  test('without a seat, a join enters the own game and watches others, and takes no free seat', async () => {
    const visit = (userId: string, create = false) =>
      as(userId).joinRoom({ body: { roomId: 'linked', create, seat: false } });
    await expect(visit(BLUE, true)).rejects.toMatchObject({ status: 409, code: 'SEAT_FREE' });
    await join(RED, 'linked');
    await expect(visit(BLUE)).rejects.toMatchObject({ status: 409, code: 'SEAT_FREE' });
    expect(await compact('linked')).toMatchObject({ status: 'waiting', players: [RED], spectators: [] });
    await join(BLUE, 'linked');
    for (const userId of [RED, BLUE, WATCHER]) await visit(userId);
    expect(await compact('linked')).toMatchObject({ players: [RED, BLUE], spectators: [WATCHER] });
    for (const userId of [RED, BLUE]) await as(userId).leaveRoom({ params: { roomId: 'linked' } });
    await expect(visit(WATCHER)).rejects.toMatchObject({ code: 'SEAT_FREE' });
  });

  test('a running game has a clock job and an entry for the sweeper', async () => {
    await start('watched');
    const { gameId } = await compact('watched');
    await expect.poll(() => redis.exists(`{queue}:room:clock-${gameId}`)).toBe(1);
    expect(await redis.zscore('rooms:live', 'watched')).not.toBeNull();
  });

  test('limits joins by user, with Retry-After', async () => {
    const hasty = idOf(99);
    for (let n = 0; n < JOINS; n++) await join(hasty, 'hasty');
    await expect(join(hasty, 'hasty')).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    await join(WATCHER, 'hasty');
  });

  test('limits the rooms in which a user waits or plays, also for concurrent joins', async () => {
    const owner = idOf(97);
    const names = Array.from({ length: gamesPerUser(false, false) + 3 }, (_, n) => `waiting-${n}`);
    const opened = await Promise.allSettled(names.map((name) => join(owner, name)));
    const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject(Array(3).fill({ status: 400, code: 'TOO_MANY_GAMES' }));
    const open = names.filter((_, n) => opened[n]!.status === 'fulfilled');
    // A repeated join takes no seat, a join of another user's room does, and a running game holds its seat.
    await join(owner, open[0]!);
    await join(idOf(96), 'others');
    await expect(join(owner, 'others')).rejects.toMatchObject({ code: 'TOO_MANY_GAMES' });
    await join(idOf(96), open[0]!);
    await expect(join(owner, 'room-again-1')).rejects.toMatchObject({ code: 'TOO_MANY_GAMES' });
    await as(owner).surrender({ params: { roomId: open[0]! } });
    await expect.poll(() => context.places.roomsOf(owner, 'timed')).not.toContain(open[0]);
    await join(owner, 'room-again-1');
    await as(owner).leaveRoom({ params: { roomId: open[1]! } });
    await expect.poll(() => context.places.roomsOf(owner, 'timed')).not.toContain(open[1]);
    await join(owner, 'room-again-2');
    await expect(join(owner, 'room-again-3')).rejects.toMatchObject({ code: 'TOO_MANY_GAMES' });
    // A room that expired does not count.
    await redis.del(...(await redis.keys(`{room:${open[2]}}:*`)));
    clock.now += 10_001;
    await join(owner, 'room-again-3');
  });
});

test('returns the latest running game to both players until it ends', async () => {
  const [owner, guest, spectator] = [idOf(94), idOf(95), idOf(93)];
  await join(owner, 'running-1');
  expect(await runningRoomOf(owner)).toBeNull();
  await join(guest, 'running-1');
  expect([await runningRoomOf(owner), await runningRoomOf(guest)]).toEqual(['running-1', 'running-1']);
  await join(spectator, 'running-1');
  expect(await runningRoomOf(spectator)).toBeNull();
  clock.now += 1;
  await join(guest, 'running-2');
  await join(owner, 'running-2');
  expect([await runningRoomOf(owner), await runningRoomOf(guest)]).toEqual(['running-2', 'running-2']);
  await as(guest).surrender({ params: { roomId: 'running-2' } });
  expect([await runningRoomOf(owner), await runningRoomOf(guest)]).toEqual(['running-1', 'running-1']);
});

describe('reading a room', () => {
  test('returns 404 for a room that does not exist', async () => {
    await expect(as(null).getRoom({ params: { roomId: 'nowhere' } })).rejects.toMatchObject({
      status: 404,
      code: 'ROOM_NOT_FOUND',
      message: '房间已不存在',
    });
  });

  test('shows the initial board of a waiting room', async () => {
    await join(RED, 'waiting');
    const room = await full('waiting');
    expect(room).toMatchObject({
      status: 'waiting',
      currentPlayer: 1,
      winner: -1,
      endReason: 'NONE',
      lastMoveTime: null,
    });
    expect(room.timeLeft).toEqual({ player1: 300_000, player2: 300_000 });
    expect([room.board.pieces.length, room.moveHistory]).toEqual([16, []]);
  });

  test('the full view derives boards, times and captures from the record, and the compact view contains the record', async () => {
    await start('looked');
    const startTime = clock.now;
    clock.now += 2_000;
    await move('looked', 'red', [0, 6], [0, 5]);
    clock.now += 3_000;
    await move('looked', 'blue', [0, 2], [0, 3]);
    const room = await full('looked');
    expect(room).toMatchObject({
      status: 'playing',
      currentPlayer: 1,
      timeLeft: { player1: 301_000, player2: 300_000 },
    });
    expect(room.moveHistory).toMatchObject([
      { player: 1, piece: 8, capturedPiece: null, timestamp: startTime + 2_000, endReason: 'NONE' },
      { player: 2, piece: 1, capturedPiece: null, timestamp: startTime + 5_000, endReason: 'NONE' },
    ]);
    const [first, second] = room.moveHistory.map(({ boardState }) => boardState.pieces);
    expect(first).toContainEqual({ type: 8, position: { x: 0, y: 5 }, player: 1 });
    expect(first).not.toContainEqual({ type: 1, position: { x: 0, y: 3 }, player: 2 });
    expect(second).toEqual(room.board.pieces);
    expect(await compact('looked')).toMatchObject({ v: 4, record: '000190805103', serverTime: clock.now });
  });
});

describe('ending', () => {
  test('a surrender loses, and a second surrender or one of a spectator is refused', async () => {
    await start('surrendered');
    await join(WATCHER, 'surrendered');
    const params = { roomId: 'surrendered' };
    await expect(as(WATCHER).surrender({ params })).rejects.toMatchObject({
      status: 400,
      code: 'NOT_A_PLAYER',
    });
    expect(await as(RED).surrender({ params })).toEqual({ status: 'player2_win', v: 4 });
    await expect(as(BLUE).surrender({ params })).rejects.toMatchObject({ status: 400, code: 'GAME_OVER' });
    expect(await full('surrendered')).toMatchObject({ winner: 2, endReason: 'SURRENDER', moveHistory: [] });
  });

  test('leaving surrenders a running game, costs a spectator nothing and empties a waiting room', async () => {
    await start('left');
    await join(WATCHER, 'left');
    const params = { roomId: 'left' };
    expect(await as(WATCHER).leaveRoom({ params })).toMatchObject({ status: 'playing' });
    expect(await as(BLUE).leaveRoom({ params })).toMatchObject({ status: 'player1_win' });
    expect(await compact('left')).toMatchObject({ endReason: 'SURRENDER', departed: [BLUE], spectators: [] });
    await join(RED, 'left-waiting');
    await as(RED).leaveRoom({ params: { roomId: 'left-waiting' } });
    expect(await compact('left-waiting')).toMatchObject({ players: [], createdBy: null });
  });

  test('accepts a claim of time only if the stored clock has run out', async () => {
    await start('timed');
    const params = { roomId: 'timed' };
    await expect(as(BLUE).claimTimeout({ params })).rejects.toMatchObject({
      status: 400,
      code: 'NOT_FLAGGED',
    });
    clock.now += 300_000 - 1;
    await expect(as(BLUE).claimTimeout({ params })).rejects.toMatchObject({ code: 'NOT_FLAGGED' });
    clock.now += 1;
    await expect(as(WATCHER).claimTimeout({ params })).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
    expect(await as(RED).claimTimeout({ params })).toMatchObject({ status: 'player2_win' });
    expect(await as(BLUE).claimTimeout({ params })).toMatchObject({ status: 'player2_win' });
    expect(await compact('timed')).toMatchObject({
      endReason: 'TIME_UP',
      timeLeft: { player1: 0, player2: 300_000 },
    });
  });

  test('returns 404 for actions in a room that does not exist', async () => {
    const params = { roomId: 'nowhere' };
    for (const act of [as(RED).surrender, as(RED).leaveRoom, as(RED).claimTimeout]) {
      await expect(act({ params })).rejects.toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
    }
  });
});

test('returns 503 while Redis is unavailable, and recovers', async () => {
  await start('outage');
  await server.kill();
  await expect(as(RED).surrender({ params: { roomId: 'outage' } })).rejects.toMatchObject({ status: 503 });
  await server.restart();
  await expect.poll(async () => (await compact('outage').catch(() => null))?.status).toBe('playing');
});
