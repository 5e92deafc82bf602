import { ApiError, ERRORS, errorBody, type RoomSnapshot } from '@doushouqi/protocol';
import { BLUE, moveOf, OPENING, RED } from '@doushouqi/room-client/testing';
import { confirmed, room, startServerForEachTest, up } from '@doushouqi/room-client/testing/server';
import { describe, expect, it } from 'vitest';
import { move, open, playing, shownPlies, until } from '../../../../test/online-games.ts';

startServerForEachTest();

describe('two players', () => {
  it("see each other's moves", async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    move(red.game, OPENING[0]);
    expect(shownPlies(red.game)).toBe(1);
    await until(blue.game, confirmed(1));
    move(blue.game, OPENING[1]);
    const state = await until(red.game, confirmed(2));
    expect(state.local.room?.v).toBe(room.v);
    expect([...red.notices, ...blue.notices]).toEqual([]);
    // Each client reports every move that it receives, including its own; the socket preserves their order.
    await room.waitForCommands(4);
  });

  it('cannot move out of turn, twice at once, or against the rules', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    move(blue.game, OPENING[1]);
    expect(shownPlies(blue.game)).toBe(0);
    move(red.game, 'a1a9');
    expect(red.notices).toMatchObject([{ kind: 'refused', message: '虎只能走一格，或跳过河' }]);
    room.holdMoves();
    move(red.game, OPENING[0]);
    move(red.game, 'g1f1');
    expect(shownPlies(red.game)).toBe(1);
    await room.moveArrived();
    expect(room.received).toHaveLength(1);
  });
});

describe('a refused move', () => {
  it("is undone and shows the server's message", async () => {
    const { game, notices } = await playing();
    room.refuseNext('THREEFOLD_REPETITION');
    move(game, OPENING[0]);
    await until(game, ({ local }) => local.pending === null);
    expect(shownPlies(game)).toBe(0);
    expect(notices).toEqual([
      { kind: 'refused', message: ERRORS.THREEFOLD_REPETITION.message, from: moveOf(OPENING[0]).from },
    ]);
    await room.synced();
  });
});

describe('entering', () => {
  it('gives a visitor read access without a socket', async () => {
    const { game } = open({ userId: null });
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'ready', connection: 'none' });
    move(game, OPENING[0]);
    expect(shownPlies(game)).toBe(0);
    expect(room.connections).toBe(0);
  });

  it('takes the room that was requested for a visitor before, without another request', async () => {
    const early = await room.api(null).getRoom();
    room.failNext(new ApiError(404, errorBody('ROOM_NOT_FOUND')));
    const takeEarly = async () => ({ room: early as RoomSnapshot, sentAt: performance.now() });
    const { game } = open({ userId: null, takeEarly });
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'ready', connection: 'none' });
  });

  it.each([
    ['missing', new ApiError(404, errorBody('ROOM_NOT_FOUND')), { phase: 'missing' }],
    ['free', new ApiError(409, errorBody('SEAT_FREE')), { phase: 'free' }],
    ['closed', new ApiError(400, errorBody('SPECTATORS_CLOSED')), { phase: 'closed' }],
    ['full', new ApiError(400, errorBody('ROOM_FULL')), { phase: 'failed', failure: '房间已满' }],
    ['unreachable', new ApiError(0, { code: 'NETWORK', message: '-' }), { phase: 'failed', failure: null }],
  ])('reports that a room is %s', async (_, error, state) => {
    const { game } = open();
    room.failNext(error);
    await game.start();
    expect(game.store.getState()).toMatchObject(state);
  });

  it('ends when the user may not follow the room any longer', async () => {
    const { game, notices } = await playing({ userId: 'spectator' });
    room.close();
    await until(game, ({ phase }) => phase === 'closed');
    expect(notices).toEqual([]);
  });

  it('succeeds at the second attempt', async () => {
    const { game } = open();
    room.failNext(new ApiError(503, errorBody('UNAVAILABLE')));
    await game.start();
    await game.start();
    await until(game, up);
    expect(game.store.getState().phase).toBe('ready');
  });
});

describe('time', () => {
  it.each([
    ['own', RED],
    ['the other', BLUE],
  ])('claims when %s clock has run out', async (_, userId) => {
    room.setTime(40);
    const { game } = await playing({ userId });
    await until(game, ({ local }) => local.room?.header.winner === 'blue');
    expect(room.claims).toEqual([userId]);
  });

  it('claims again when the claim was too early', async () => {
    room.setTime(40);
    room.failNextClaim(new ApiError(400, errorBody('NOT_FLAGGED')));
    const { game } = await playing();
    await until(game, ({ local }) => local.room?.header.winner === 'blue');
    expect(room.claims).toEqual([RED, RED]);
  });

  it('ends with a surrender', async () => {
    const { game } = await playing();
    await game.commands.surrender();
    const { local } = await until(game, (state) => state.local.room?.header.winner === 'blue');
    expect(local.room?.header.endReason).toBe('SURRENDER');
  });
});
