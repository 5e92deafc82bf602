import { randomBytes } from 'node:crypto';
import type { Move } from '@doushouqi/rules';
import { io, type Socket } from 'socket.io-client';
import type { Subject } from './subjects.ts';

/** A connected user. */
interface Seat {
  userId: string;
  socket: Socket;
  /** The realtime node that the gateway chose. */
  node: string;
}

/** A room with its two players, red first, and the game that they play. */
export interface Table {
  roomId: string;
  seats: readonly [Seat, Seat];
  moves: readonly Move[];
  /** Half-moves sent. */
  ply: number;
  /** When the move on its way was due, ms; null when none is. */
  pending: number | null;
}

async function connect(subject: Subject): Promise<Seat> {
  const userId = randomBytes(12).toString('hex');
  const socket = io(subject.platform.url, {
    auth: { token: subject.tokenOf(userId) },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
  });
  // The gateway takes a moment to see that the nodes are up, so the first attempt may fail.
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  return { userId, socket, node: String(socket.io.engine.id).split('.')[0]! };
}

/** Two users for each of `rooms` rooms. */
export async function connectUsers(subject: Subject, rooms: number): Promise<Seat[]> {
  const seats: Seat[] = [];
  while (seats.length < rooms * 2) seats.push(...(await Promise.all([connect(subject), connect(subject)])));
  return seats;
}

/** Pairs the users so that in half of the rooms they are on different nodes. */
export function pairUp(seats: readonly Seat[]): [Seat, Seat][] {
  const [one = [], two = []] = Object.values(Object.groupBy(seats, ({ node }) => node)) as Seat[][];
  const pairs: [Seat, Seat][] = [];
  const across = Math.floor(seats.length / 4);
  while (pairs.length < across && one.length > 0 && two.length > 0) pairs.push([one.pop()!, two.pop()!]);
  if (pairs.length < across) throw new Error('too few connections at one of the two nodes');
  const rest = [...one, ...two];
  for (let i = 0; i + 1 < rest.length; i += 2) pairs.push([rest[i]!, rest[i + 1]!]);
  return pairs;
}

/** The games end and everybody leaves. */
export async function getUp(subject: Subject, tables: readonly Table[]): Promise<void> {
  for (const { roomId, seats } of tables) {
    await subject.surrender(roomId, seats[0].userId);
    for (const { socket } of seats) await socket.emitWithAck('leaveRoom', { roomId });
  }
}

/** Starts a game in a new room for each pair. */
export async function sitDown(
  subject: Subject,
  pairs: readonly [Seat, Seat][],
  scripts: readonly (readonly Move[])[],
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [index, seats] of pairs.entries()) {
    const roomId = randomBytes(8).toString('hex');
    await subject.seat(roomId, seats[0].userId, seats[1].userId);
    for (const { socket } of seats) await socket.emitWithAck('joinRoom', { roomId });
    tables.push({ roomId, seats, moves: scripts[index % scripts.length]!, ply: 0, pending: null });
  }
  return tables;
}

/** One more user in the room of each table, on the node that the gateway chooses, who only receives. */
export async function addSpectators(subject: Subject, tables: readonly Table[]): Promise<Socket[]> {
  const spectators: Socket[] = [];
  for (const { roomId } of tables) {
    const { userId, socket } = await connect(subject);
    await subject.seat(roomId, userId);
    const answer: { ok: boolean; code?: string } = await socket.emitWithAck('joinRoom', { roomId });
    if (!answer.ok) throw new Error(`a spectator was refused: ${answer.code}`);
    spectators.push(socket);
  }
  return spectators;
}
