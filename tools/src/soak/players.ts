import { randomBytes } from 'node:crypto';
import {
  type ApiClient,
  type ClientToServerEvents,
  createApiClient,
  type ServerToClientEvents,
} from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Move } from '@doushouqi/rules';
import { io, type Socket } from 'socket.io-client';

/** The part of the platform that the soak needs. */
export interface Venue {
  url: string;
  tokenOf(userId: string): string;
}

interface Guest {
  api: ApiClient;
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
}

/** Every n-th room has a spectator, a line of chat, and a declined offer. */
const EXTRAS_EVERY = 4;

async function arrive({ url, tokenOf }: Venue, roomId: string): Promise<Guest> {
  const token = tokenOf(randomBytes(12).toString('hex'));
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  await api.joinRoom({ body: { roomId } });
  const socket: Guest['socket'] = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  const joined = await socket.emitWithAck('joinRoom', { roomId });
  if (!joined.ok) throw new Error(`could not join ${roomId}: ${joined.code}`);
  return { api, socket };
}

/** Runs one room from its creation until all users have left. */
export async function lifeOfARoom(venue: Venue, moves: readonly Move[], index: number): Promise<void> {
  const roomId = randomBytes(9).toString('hex');
  const params = { roomId };
  const players = [await arrive(venue, roomId), await arrive(venue, roomId)] as const;
  const [red, blue] = players;
  const extras = index % EXTRAS_EVERY === 0;
  const spectators = extras ? [await arrive(venue, roomId)] : [];
  for (const [ply, move] of moves.entries()) {
    const { socket } = players[ply % 2 === 0 ? 0 : 1];
    const player = ply % 2 === 0 ? 1 : 2;
    const answer = await socket.emitWithAck('move', { roomId, ...move, player, ply, id: String(ply) });
    if (!answer.ok) throw new Error(`move ${ply} of ${roomId}: ${answer.code}`);
  }
  if (extras) {
    await red.api.sayInRoom({ params, body: { content: `请多指教 ${index}` } });
    await red.api.requestDraw({ params });
    await blue.api.cancelDraw({ params });
  }
  const [loser, winner] = index % 2 === 0 ? [red, blue] : [blue, red];
  await loser.api.surrender({ params });
  for (const { api } of spectators) await api.leaveSpectating({ params });
  for (const { api } of [loser, winner]) await api.leaveRoom({ params });
  for (const { socket } of [...players, ...spectators]) socket.disconnect();
}
