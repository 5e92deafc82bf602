import { randomBytes } from 'node:crypto';
import { HANDSHAKE_ROOM } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import { io, type Socket } from 'socket.io-client';
import { isYardstick, type Subject } from './subjects.ts';

/** A connected user. */
interface Seat {
  userId: string;
  socket: Socket;
  /** The realtime node that the gateway chose. */
  node: string;
}

/** Two players of successive games, red first. */
export interface Pair {
  /** Room named at the handshake, and the spectator; null if the subject's clients name no room. */
  room: string | null;
  seats: readonly [Seat, Seat];
}

/** A room with its two players and their game. */
export interface Table extends Pair {
  roomId: string;
  moves: readonly Move[];
  /** Half-moves sent. */
  ply: number;
  /** Due time (ms) of the move in flight; null if there is none. */
  pending: number | null;
}

async function connect(subject: Subject, room: string | null): Promise<Seat> {
  const userId = randomBytes(12).toString('hex');
  const socket = io(subject.platform.url, {
    auth: { token: subject.tokenOf(userId) },
    transports: ['websocket'],
    forceNew: true,
    ...(room === null ? {} : { query: { [HANDSHAKE_ROOM]: room } }),
    reconnectionDelay: 100,
  });
  // The gateway needs a moment to detect the nodes, so the first attempt may fail.
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  return { userId, socket, node: String(socket.io.engine.id).split('.')[0]! };
}

/**
 * Connects two users for each of `rooms` rooms. Those of the product name a room, as the web does, and share a node;
 * those of a yardstick are on different nodes in half of the rooms, as by chance.
 */
export async function connectPairs(subject: Subject, rooms: number): Promise<Pair[]> {
  const namesRooms = !isYardstick(subject.name);
  const pairs: Pair[] = [];
  while (pairs.length < rooms) {
    const room = namesRooms ? randomBytes(8).toString('hex') : null;
    pairs.push({ room, seats: await Promise.all([connect(subject, room), connect(subject, room)]) });
  }
  return namesRooms ? pairs : halfAcross(pairs.flatMap(({ seats }) => seats));
}

/** Pairs the users so that in half of the rooms they are on different nodes. */
function halfAcross(seats: readonly Seat[]): Pair[] {
  const [one = [], two = []] = Object.values(Object.groupBy(seats, ({ node }) => node)) as Seat[][];
  const pairs: [Seat, Seat][] = [];
  const across = Math.floor(seats.length / 4);
  while (pairs.length < across && one.length > 0 && two.length > 0) pairs.push([one.pop()!, two.pop()!]);
  if (pairs.length < across) throw new Error('too few connections at one of the two nodes');
  const rest = [...one, ...two];
  for (let i = 0; i + 1 < rest.length; i += 2) pairs.push([rest[i]!, rest[i + 1]!]);
  return pairs.map((seats) => ({ room: null, seats }));
}

/** Ends the games; all users leave. */
export async function getUp(subject: Subject, tables: readonly Table[]): Promise<void> {
  for (const { roomId, seats } of tables) {
    await subject.surrender(roomId, seats[0].userId);
    for (const { socket } of seats) await socket.emitWithAck('leaveRoom', { roomId });
  }
}

/** Starts a game in a new room for each pair. */
export async function sitDown(
  subject: Subject,
  pairs: readonly Pair[],
  scripts: readonly (readonly Move[])[],
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [index, pair] of pairs.entries()) {
    const { seats } = pair;
    const roomId = randomBytes(8).toString('hex');
    await subject.seat(roomId, seats[0].userId, seats[1].userId);
    for (const { socket } of seats) await socket.emitWithAck('joinRoom', { roomId });
    tables.push({ ...pair, roomId, moves: scripts[index % scripts.length]!, ply: 0, pending: null });
  }
  return tables;
}

/** Adds a spectator to the room of each table. */
export async function addSpectators(subject: Subject, tables: readonly Table[]): Promise<Socket[]> {
  const spectators: Socket[] = [];
  for (const { roomId, room } of tables) {
    const { userId, socket } = await connect(subject, room);
    await subject.seat(roomId, userId);
    const answer: { ok: boolean; code?: string } = await socket.emitWithAck('joinRoom', { roomId });
    if (!answer.ok) throw new Error(`a spectator was refused: ${answer.code}`);
    spectators.push(socket);
  }
  return spectators;
}
