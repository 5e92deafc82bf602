import { ApiError, ERRORS, errorBody, type RoomSnapshot } from '@doushouqi/protocol';
import { plyOf } from '@doushouqi/room';
import { describe, expect, it } from 'vitest';
import {
  confirmed,
  move,
  open,
  playing,
  room,
  shownPlies,
  startServerForEachTest,
  until,
  up,
} from '../../../../test/online-games.ts';
import { BLUE, moveOf, OPENING, RED, ROOM } from '../../../../test/rooms.ts';
import { DELAYS } from './online-store.ts';

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

  it('shows the current room when it was stale', async () => {
    const { game, notices } = await playing();
    room.playSilently(OPENING.slice(0, 2));
    move(game, 'g1f1');
    await until(game, confirmed(2));
    expect(notices).toEqual([{ kind: 'overtaken' }]);
  });

  it('is resent when the server was unavailable, and the failure is reported once', async () => {
    const { game, notices } = await playing();
    room.refuseNext('UNAVAILABLE');
    move(game, OPENING[0]);
    await until(game, confirmed(1));
    expect(room.received.map(({ id }) => id)).toEqual([room.received[0]!.id, room.received[0]!.id]);
    expect(notices).toEqual([{ kind: 'moveFailed' }]);
  });
});

describe('a broken connection', () => {
  it('resends the pending move when the server has not received it', async () => {
    const { game, notices } = await playing();
    room.swallowNext();
    move(game, OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    expect(shownPlies(game)).toBe(1);
    await until(game, confirmed(1));
    expect(room.received).toHaveLength(2);
    expect(plyOf(room.room)).toBe(1);
    expect(notices).toEqual([{ kind: 'reconnected' }]);
  });

  it('does not resend the pending move when the server has it', async () => {
    const { game } = await playing();
    room.holdMoves();
    move(game, OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    room.makeHeld();
    await until(game, confirmed(1));
    await until(game, up);
    expect(room.received).toHaveLength(1);
  });

  it('accepts no move while it lasts', async () => {
    const { game } = await playing();
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    move(game, OPENING[0]);
    expect(shownPlies(game)).toBe(0);
    room.rejectWith(null);
    await until(game, up);
    expect(room.received).toEqual([]);
  });

  it('receives the moves it missed', async () => {
    const { game } = await playing();
    const known = room.v;
    room.cut();
    room.playSilently(OPENING.slice(0, 4));
    await until(game, confirmed(4));
    expect(room.joins.at(-1)).toMatchObject({ lastVersion: known });
  });
});

describe('the poll', () => {
  it('uses HTTP while the connection is down, also between reconnects', async () => {
    const { game } = await playing({ delays: { poll: 60 } });
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    room.playSilently(OPENING.slice(0, 2));
    const state = await until(game, confirmed(2));
    expect(state.connection).toBe('down');
  });

  it('uses the socket while it is up', async () => {
    const { game } = await playing({ delays: { poll: 60 } });
    const known = room.v;
    room.playSilently(OPENING.slice(0, 2));
    await until(game, confirmed(2));
    expect(room.syncs).toContainEqual({ roomId: ROOM, lastVersion: known });
  });

  it('shows a visitor the moves', async () => {
    const { game } = open({ userId: null, delays: { visit: 30, poll: 30 } });
    await game.start();
    room.playSilently(OPENING.slice(0, 3));
    await until(game, confirmed(3));
  });

  it('shows a visitor each move within 3 s by its own interval, and the clock of the answer', async () => {
    expect(DELAYS.visit).toBeLessThan(3_000);
    const { game } = open({ userId: null, delays: { visit: 30, poll: 60_000 } });
    await game.start();
    room.play('a1b1');
    await expect
      .poll(() => game.store.getState().clock)
      .toMatchObject({
        lastMoveTime: room.room.header.lastMoveTime,
        timeLeft: room.room.header.timeLeft,
        turn: 'blue',
      });
  });

  it('shows a visitor the next game of a room whose game has ended', async () => {
    const { game } = open({ userId: null, delays: { visit: 30, poll: 30 } });
    await game.start();
    room.command({ type: 'surrender', userId: RED });
    await until(game, ({ status }) => status === 'over');
    const ended = game.store.getState().gameId;
    room.playAgain();
    const again = await until(game, ({ status }) => status === 'playing');
    expect(again.gameId).not.toBe(ended);
  });
});

describe('a lost acknowledgement', () => {
  it('makes the client check the room and resend the move', async () => {
    const { game, notices } = await playing({ delays: { ack: 60 } });
    room.swallowNext();
    move(game, OPENING[0]);
    await until(game, confirmed(1));
    expect(room.received).toHaveLength(2);
    expect(notices).toEqual([{ kind: 'moveFailed' }]);
  });
});

describe('the version stream', () => {
  it('requests what is missing after a gap', async () => {
    const { game } = await playing();
    const known = room.v;
    room.playSilently(OPENING.slice(0, 1));
    room.play(OPENING[1]);
    const { local } = await until(game, confirmed(2));
    expect(local.room?.v).toBe(room.v);
    expect(room.syncs).toEqual([{ roomId: ROOM, lastVersion: known }]);
  });

  it('drops a duplicate event', async () => {
    const { game } = await playing();
    room.play(OPENING[0]);
    room.repeatLast();
    room.play(OPENING[1]);
    await until(game, confirmed(2));
    expect(room.syncs).toEqual([]);
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
    const early = await room.api(null).getRoom({ params: { roomId: ROOM }, query: { view: 'compact' } });
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
