import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach } from 'vitest';
import { RoomClient } from '../src/client.ts';
import { type GameSocket, keepConnected } from '../src/keep-connected.ts';
import type { MoveOutcome } from '../src/moves.ts';
import type { RoomClientOptions } from '../src/parts.ts';
import type { RoomNotice, RoomState } from '../src/state.ts';
import { FakeRoom } from './fake-room.ts';
import { moveOf, RED, ROOM } from './rooms.ts';

/** A real Socket.IO server for one room, and clients of it. */

let http: HttpServer;
let server: Server;
/** The room of the running test. */
export let room: FakeRoom;
const ends: (() => void)[] = [];

/** Gives every test of the file a new server and room. */
export function startServerForEachTest(): void {
  beforeEach(async () => {
    http = createServer();
    server = new Server(http, { pingInterval: 60_000 });
    room = new FakeRoom(server);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) end();
    await server.close();
  });
}

/** Calls `end` after the running test, before the connections that were opened earlier end. */
export function endAfterTest(end: () => void): void {
  ends.push(end);
}

/** The connection of a user, managed as in the app. */
export function connectAs(userId: string | null, unauthorized = (_: ErrorCode): void => {}): GameSocket {
  const { port } = http.address() as AddressInfo;
  const socket: GameSocket = io(`http://127.0.0.1:${port}`, {
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 20,
    transports: ['websocket'],
    auth: { token: userId },
  });
  endAfterTest(keepConnected(socket, { retry: 20, random: () => 0, unauthorized }));
  return socket;
}

/** Short, for tests. Milliseconds. */
export const SHORT_DELAYS = { retry: 20, event: 20 };
let commands = 0;
export function newCommandId(): string {
  commands += 1;
  return `c${commands}`;
}

interface Options extends Pick<RoomClientOptions, 'delays'> {
  userId?: string | null;
  /** Replaces the user's own connection. */
  connect?: () => GameSocket;
}

/** A client before it is opened, and what it reports. */
export function newClient({ userId = RED, delays = {}, connect = () => connectAs(userId) }: Options = {}) {
  const notices: RoomNotice[] = [];
  const closed: string[] = [];
  const client = new RoomClient({
    roomId: ROOM,
    userId,
    connect: async () => connect(),
    async load() {
      const sentAt = performance.now();
      return { room: await room.api(userId).getRoom(), sentAt };
    },
    now: () => performance.now(),
    randomId: newCommandId,
    delays: { ...SHORT_DELAYS, ...delays },
    onNotice: (notice) => notices.push(notice),
    onClosed: (code) => closed.push(code),
  });
  endAfterTest(() => client.stop());
  const until: RoomClient['until'] = (reached) => client.until(reached);
  const move = (text: string): Promise<MoveOutcome> => client.move(moveOf(text));
  return { client, notices, closed, until, move };
}

/** A connected client. */
export async function connectedClient(options?: Options) {
  const opened = newClient(options);
  await opened.client.open();
  await opened.until(up);
  return opened;
}

export function up({ connection }: RoomState): boolean {
  return connection === 'up';
}

/** Matches a state with this many plies and no unconfirmed move. */
export function confirmed(plies: number) {
  return ({ local }: RoomState): boolean =>
    local.room !== null && plyCount(local.room.game) === plies && local.pending === null;
}
