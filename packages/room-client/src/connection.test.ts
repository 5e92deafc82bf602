import { ERRORS } from '@doushouqi/protocol';
import { describe, expect, it, vi } from 'vitest';
import { BLUE, OPENING, RED } from '../testing/rooms.ts';
import {
  connectAs,
  connectedClient,
  newClient,
  room,
  startServerForEachTest,
  up,
} from '../testing/server.ts';
import { reconnect } from './keep-connected.ts';

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

  it.each(['TOKEN_EXPIRED', 'UNAUTHORIZED', 'ACCOUNT_CLOSED'] as const)(
    'reports %s and retries',
    async (code) => {
      room.rejectWith(code);
      const onRefused = vi.fn();
      const socket = connectAs(RED, onRefused);
      await expect.poll(() => onRefused.mock.calls).toContainEqual([code, ERRORS[code].message]);
      room.rejectWith(null);
      await connected(socket);
    },
  );

  it.each([
    ['TOKEN_EXPIRED', true],
    ['ACCOUNT_CLOSED', true],
    ['NETWORK_CLOSED', false],
    ['DEVICE_CLOSED', false],
  ] as const)('ended by %s: the login ends: %s', async (code, isOver) => {
    const unauthorized = vi.fn();
    const socket = connectAs(RED, unauthorized);
    await connected(socket);
    const left = new Promise((resolve) => socket.once('disconnect', resolve));
    room.endSession(code);
    await left;
    await connected(socket);
    expect(unauthorized.mock.calls).toEqual(isOver ? [[code, ERRORS[code].message]] : []);
  });

  it('opens one session however often it is requested', async () => {
    const socket = connectAs(RED);
    for (let i = 0; i < 5; i++) reconnect(socket);
    await connected(socket);
    reconnect(socket);
    await connectedClient({ userId: BLUE });
    expect(room.connections).toBe(2);
  });
});

describe('a shared connection', () => {
  it('is available at once for a room that opens later, and stays open when the room is left', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    const { client } = await connectedClient({ connect: () => socket });
    client.stop();
    await room.left();
    expect(socket.connected).toBe(true);
    expect(socket.listeners('moveMade')).toEqual([]);
    const again = await connectedClient({ connect: () => socket });
    void again.move(OPENING[0]);
    await room.moveArrived();
    expect(room.connections).toBe(1);
  });

  it('stays in a room that another part of the window still shows', async () => {
    const socket = connectAs(RED);
    const first = await connectedClient({ connect: () => socket });
    const second = await connectedClient({ connect: () => socket });
    first.client.stop();
    room.play(OPENING[0]);
    await second.until(({ local }) => local.room?.v === room.v);
    expect(room.leaves).toBe(0);
  });

  it('leaves a room whose join was still pending when it was left', async () => {
    const socket = connectAs(RED);
    await connected(socket);
    room.holdJoins();
    const { client } = newClient({ connect: () => socket });
    await client.open();
    await room.joining();
    client.stop();
    expect(room.leaves).toBe(0);
    room.answerJoins();
    await room.left();
    expect(up(client.state)).toBe(false);
  });
});
