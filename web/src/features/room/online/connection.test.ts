import { describe, expect, it, vi } from 'vitest';
import {
  connectAs,
  move,
  open,
  playing,
  room,
  startServerForEachTest,
  until,
  up,
} from '../../../../test/online-games.ts';
import { BLUE, OPENING, RED } from '../../../../test/rooms.ts';
import { reconnect } from '../../../client/connection.ts';

startServerForEachTest();

function connected(socket: ReturnType<typeof connectAs>): Promise<void> {
  return new Promise((resolve) => socket.once('connect', resolve));
}

describe('a persistent connection', () => {
  it('reconnects after a disconnect by the server, and after a refusal', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    room.rejectWith('UNAVAILABLE');
    const refused = new Promise((resolve) => socket.once('connect_error', resolve));
    room.dismiss();
    await refused;
    room.rejectWith(null);
    await connected(socket);
    expect(room.connections).toBe(2);
  });

  it('reconnects after a disconnect by this client', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    socket.disconnect();
    await connected(socket);
  });

  it.each(['TOKEN_EXPIRED', 'UNAUTHORIZED'] as const)('reports %s and retries', async (code) => {
    room.rejectWith(code);
    const onRefused = vi.fn();
    const socket = connectAs(RED, onRefused);
    await expect.poll(() => onRefused.mock.calls).toContainEqual([code]);
    room.rejectWith(null);
    await connected(socket);
  });

  it('opens one session however often it is requested', async () => {
    const socket = connectAs(RED);
    for (let i = 0; i < 5; i++) reconnect(socket);
    await connected(socket);
    reconnect(socket);
    await playing({ userId: BLUE });
    expect(room.connections).toBe(2);
  });
});

describe('a shared connection', () => {
  it('is available at once for a room that opens later, and stays open when the room is left', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    const { game } = await playing({ connect: () => socket });
    game.stop();
    await room.left();
    expect(socket.connected).toBe(true);
    expect(socket.listeners('moveMade')).toEqual([]);
    const again = await playing({ connect: () => socket });
    move(again.game, OPENING[0]);
    await room.moveArrived();
    expect(room.connections).toBe(1);
  });

  it('stays in a room that another part of the window still shows', async () => {
    const socket = connectAs(RED);
    const first = await playing({ connect: () => socket });
    const second = await playing({ connect: () => socket });
    first.game.stop();
    room.play(OPENING[0]);
    await until(second.game, ({ local }) => local.room?.v === room.v);
    expect(room.leaves).toBe(0);
  });

  it('leaves a room whose join was still pending when it was left', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    room.holdJoins();
    const { game } = open({ connect: () => socket });
    await game.start();
    await room.joining();
    game.stop();
    expect(room.leaves).toBe(0);
    room.answerJoins();
    await room.left();
    expect(up(game.store.getState())).toBe(false);
  });
});
