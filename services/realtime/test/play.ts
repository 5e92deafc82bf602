import type { JoinAck, MoveAck, MoveMessage } from '@doushouqi/protocol';
import { expect, vi } from 'vitest';
import type { Client, Cluster } from './cluster.ts';

/** A complete game that ends with red in blue's den: `from x, from y, to x, to y` for each half-move. */
export const DEN_GAME = (
  '5747 0201 6656 6263 0807 1121 0605 5141 4636 0102 5646 4131 0706 2111 0616 6362 1612 1121 1222 0201 2221 ' +
  '6061 6867 6151 6766 0111 2131 4241 3130'
).split(' ');

/** The message for half-move `ply` of `DEN_GAME`, with every field that the web client sends. */
export function moveOf(roomId: string, ply: number): Required<MoveMessage> {
  const [fx, fy, tx, ty] = [...DEN_GAME[ply]!].map(Number) as [number, number, number, number];
  return {
    roomId,
    from: { x: fx, y: fy },
    to: { x: tx, y: ty },
    player: ply % 2 === 0 ? 1 : 2,
    ply,
    id: `${roomId}-${ply}`,
  };
}

/** Sends a move or any other message. */
export function sendMove(client: Client, message: unknown): Promise<MoveAck> {
  return client.timeout(30_000).emitWithAck('move', message as MoveMessage);
}

export function joinRoom(client: Client, roomId: string, lastVersion?: number): Promise<JoinAck> {
  return client
    .timeout(30_000)
    .emitWithAck('joinRoom', lastVersion === undefined ? { roomId } : { roomId, lastVersion });
}

export function syncRoom(client: Client, roomId: string, lastVersion: number): Promise<JoinAck> {
  return client.timeout(30_000).emitWithAck('syncRoom', { roomId, lastVersion });
}

/** Records the versions of the room events that a client receives from now on. */
export function receivedVersions(client: Client): number[] {
  const versions: number[] = [];
  client.on('moveMade', ({ v }) => void versions.push(v));
  client.on('gameStateUpdate', ({ v }) => void versions.push(v));
  client.on('chatMessage', ({ v }) => void versions.push(v));
  return versions;
}

/** Resolves when the client has received version `v` or a later one. */
export function received(client: Client, v: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (event: { v: number }): void => {
      if (event.v < v) return;
      client.off('moveMade', look);
      client.off('gameStateUpdate', look);
      resolve();
    };
    client.on('moveMade', look);
    client.on('gameStateUpdate', look);
  });
}

/** Returns the user id number `n`. */
export function userOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}

/**
 * Resolves to the room's version when both players are online and every client's node has that version. The first
 * connection of each player causes an event.
 */
export async function settled(
  store: Pick<Cluster['store'], 'load'>,
  roomId: string,
  clients: readonly Client[],
): Promise<number> {
  const patience = { timeout: 30_000, interval: 10 };
  const v = await vi.waitFor(async () => {
    const room = await store.load(roomId);
    expect(room?.header.offlineSince).toEqual({ red: null, blue: null });
    return room!.v;
  }, patience);
  await vi.waitFor(async () => {
    for (const client of clients) expect(await joinRoom(client, roomId)).toMatchObject({ v });
  }, patience);
  return v;
}
