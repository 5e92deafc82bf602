import { ERRORS } from '@doushouqi/protocol';
import { plyOf } from '@doushouqi/room';
import { describe, expect, it } from 'vitest';
import { moveOf, OPENING, RED, ROOM } from '../testing/rooms.ts';
import {
  confirmed,
  connectedClient,
  newClient,
  room,
  startServerForEachTest,
  up,
} from '../testing/server.ts';
import { DELAYS } from './state.ts';

startServerForEachTest();

describe('a move', () => {
  it('is part of the state at once, and made when the server has acknowledged it', async () => {
    const { client, until, move } = await connectedClient();
    const made = move(OPENING[0]);
    expect(client.state.local.pending).toMatchObject(moveOf(OPENING[0]));
    expect(await move('g1f1')).toEqual({ kind: 'notSent' });
    expect(await made).toEqual({ kind: 'made' });
    await until(confirmed(1));
    expect(await move(OPENING[1])).toEqual({ kind: 'notSent' });
  });

  it('has an unknown outcome when the client is stopped', async () => {
    const { client, move } = await connectedClient();
    room.holdMoves();
    const outcome = move(OPENING[0]);
    client.stop();
    expect(await outcome).toEqual({ kind: 'unknown' });
  });
});

it('does not confirm moves unless asked to: the messages of programs are limited', async () => {
  const { client, until } = await connectedClient();
  room.play(OPENING[0]);
  await until(confirmed(1));
  await client.check();
  expect(room.confirmations).toBe(0);
});

describe('a refused move', () => {
  it('is undone and reported with the reason', async () => {
    const { client, move, notices } = await connectedClient();
    room.refuseNext('THREEFOLD_REPETITION');
    const { message } = ERRORS.THREEFOLD_REPETITION;
    const { from } = moveOf(OPENING[0]);
    expect(await move(OPENING[0])).toEqual({ kind: 'refused', code: 'THREEFOLD_REPETITION', message });
    expect(client.state.local.pending).toBeNull();
    expect(notices).toEqual([{ kind: 'refused', message, from }]);
    await room.synced();
  });

  it('shows the current room when it was stale', async () => {
    const { until, move, notices } = await connectedClient();
    room.playSilently(OPENING.slice(0, 2));
    expect(await move('g1f1')).toEqual({ kind: 'overtaken' });
    await until(confirmed(2));
    expect(notices).toEqual([{ kind: 'overtaken' }]);
  });

  it('is resent when the server was unavailable, and the failure is reported once', async () => {
    const { until, move, notices } = await connectedClient();
    room.refuseNext('UNAVAILABLE');
    void move(OPENING[0]);
    await until(confirmed(1));
    expect(room.received.map(({ id }) => id)).toEqual([room.received[0]!.id, room.received[0]!.id]);
    expect(notices).toEqual([{ kind: 'moveFailed' }]);
  });
});

describe('before the first connection', () => {
  const loaded = async () => {
    const opened = newClient();
    void opened.client.open();
    const { connection } = await opened.until(({ local }) => local.room !== null);
    expect(connection).toBe('connecting');
    return opened;
  };

  it('a move waits, and is sent after the connection', async () => {
    const { client, until, move } = await loaded();
    const outcome = move(OPENING[0]);
    expect(client.state.local.pending).toMatchObject({ ...moveOf(OPENING[0]), awaiting: false });
    await until(confirmed(1));
    expect(await outcome).toEqual({ kind: 'made' });
    expect(room.received).toHaveLength(1);
  });

  it('a move is undone if the game went on meanwhile', async () => {
    const { until, move } = await loaded();
    const outcome = move('g1f1');
    room.playSilently(OPENING.slice(0, 2));
    await until(confirmed(2));
    expect(await outcome).toEqual({ kind: 'overtaken' });
    expect(room.received).toEqual([]);
  });
});

describe('a broken connection', () => {
  it('resends the pending move when the server has not received it', async () => {
    const { client, until, move, notices } = await connectedClient();
    room.swallowNext();
    const outcome = move(OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(({ connection }) => connection === 'down');
    expect(client.state.local.pending).toMatchObject({ awaiting: false });
    await until(confirmed(1));
    expect(await outcome).toEqual({ kind: 'made' });
    expect(room.received).toHaveLength(2);
    expect(plyOf(room.room)).toBe(1);
    expect(notices).toEqual([{ kind: 'reconnected' }]);
  });

  it('does not resend the pending move when the server has it', async () => {
    const { until, move } = await connectedClient();
    room.holdMoves();
    void move(OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(({ connection }) => connection === 'down');
    room.makeHeld();
    await until(confirmed(1));
    await until(up);
    expect(room.received).toHaveLength(1);
  });

  it('accepts no move while it lasts', async () => {
    const { until, move } = await connectedClient();
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(({ connection }) => connection === 'down');
    expect(await move(OPENING[0])).toEqual({ kind: 'notSent' });
    room.rejectWith(null);
    await until(up);
    expect(room.received).toEqual([]);
  });

  it('receives the moves it missed', async () => {
    const { until } = await connectedClient();
    const known = room.v;
    room.cut();
    room.playSilently(OPENING.slice(0, 4));
    await until(confirmed(4));
    expect(room.joins.at(-1)).toMatchObject({ lastVersion: known });
  });
});

describe('the poll', () => {
  it('uses HTTP while the connection is down, also between reconnects', async () => {
    const { until } = await connectedClient({ delays: { poll: 60 } });
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(({ connection }) => connection === 'down');
    room.playSilently(OPENING.slice(0, 2));
    const state = await until(confirmed(2));
    expect(state.connection).toBe('down');
  });

  it('uses the socket while it is up', async () => {
    const { until } = await connectedClient({ delays: { poll: 60 } });
    const known = room.v;
    room.playSilently(OPENING.slice(0, 2));
    await until(confirmed(2));
    expect(room.syncs).toContainEqual({ roomId: ROOM, lastVersion: known });
  });

  it('shows a visitor the moves', async () => {
    const { client, until } = newClient({ userId: null, delays: { visit: 30, poll: 30 } });
    await client.open();
    room.playSilently(OPENING.slice(0, 3));
    await until(confirmed(3));
  });

  it('shows a visitor each move within 3 s by its own interval, and the clock of the answer', async () => {
    expect(DELAYS.visit).toBeLessThan(3_000);
    const { client } = newClient({ userId: null, delays: { visit: 30, poll: 60_000 } });
    await client.open();
    room.play('a1b1');
    await expect
      .poll(() => client.state.local.room?.header)
      .toMatchObject({ lastMoveTime: room.room.header.lastMoveTime, timeLeft: room.room.header.timeLeft });
  });

  it('shows a visitor the next game of a room whose game has ended', async () => {
    const { client, until } = newClient({ userId: null, delays: { visit: 30, poll: 30 } });
    await client.open();
    room.command({ type: 'surrender', userId: RED });
    const over = await until(({ local }) => local.room?.header.status === 'over');
    room.playAgain();
    const again = await until(({ local }) => local.room?.header.status === 'playing');
    expect(again.local.room?.header.gameId).not.toBe(over.local.room?.header.gameId);
  });
});

describe('a lost acknowledgement', () => {
  it('makes the client check the room and resend the move', async () => {
    const { until, move, notices } = await connectedClient({ delays: { ack: 60 } });
    room.swallowNext();
    void move(OPENING[0]);
    await until(confirmed(1));
    expect(room.received).toHaveLength(2);
    expect(notices).toEqual([{ kind: 'moveFailed' }]);
  });
});

describe('the version stream', () => {
  it('requests what is missing after a gap', async () => {
    const { until } = await connectedClient();
    const known = room.v;
    room.playSilently(OPENING.slice(0, 1));
    room.play(OPENING[1]);
    const { local } = await until(confirmed(2));
    expect(local.room?.v).toBe(room.v);
    expect(room.syncs).toEqual([{ roomId: ROOM, lastVersion: known }]);
  });

  it('drops a duplicate event', async () => {
    const { until } = await connectedClient();
    room.play(OPENING[0]);
    room.repeatLast();
    room.play(OPENING[1]);
    await until(confirmed(2));
    expect(room.syncs).toEqual([]);
  });
});

describe('an unresponsive connection', () => {
  it('is closed, and a new one receives what was missed', async () => {
    const { client, until } = await connectedClient({ delays: { ack: 60 } });
    room.muteNextSync();
    room.playSilently(OPENING.slice(0, 2));
    void client.refresh();
    await until(({ connection }) => connection === 'down');
    await until(confirmed(2));
    expect(room.connections).toBe(2);
  });
});

it('reports that the user may not follow the room any longer', async () => {
  const { closed, notices } = await connectedClient({ userId: 'spectator' });
  room.close();
  await expect.poll(() => closed).toEqual(['SPECTATORS_CLOSED']);
  expect(notices).toEqual([]);
});
