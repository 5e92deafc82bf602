import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach } from 'vitest';
import { type GameSocket, keepConnected } from '../src/client/connection.ts';
import { OnlineGame } from '../src/features/room/online/online-game.ts';
import type { OnlineState, RoomNotice } from '../src/features/room/online/online-state.ts';
import type { OnlineGameDeps } from '../src/features/room/online/online-store.ts';
import type { GameNotice } from '../src/game/controller.ts';
import { FakeRoom } from './fake-room.ts';
import { moveOf, RED, ROOM } from './rooms.ts';

/** The controller with a real Socket.IO server for one room. */

let http: HttpServer;
let server: Server;
let games: OnlineGame[];
/** The room of the running test. */
export let room: FakeRoom;

const ends: (() => void)[] = [];

/** Gives every test of the file a new server and room. */
export function startServerForEachTest(): void {
  beforeEach(async () => {
    http = createServer();
    server = new Server(http, { pingInterval: 60_000 });
    room = new FakeRoom(server);
    games = [];
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const game of games) game.stop();
    for (const end of ends.splice(0)) end();
    await server.close();
  });
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
  ends.push(keepConnected(socket, { retry: 20, random: () => 0, unauthorized }));
  return socket;
}

interface Options {
  userId?: string | null;
  delays?: OnlineGameDeps['delays'];
  takeEarly?: NonNullable<OnlineGameDeps['takeEarly']>;
  /** Replaces the user's own connection. */
  connect?: () => GameSocket;
}

let commands = 0;
/** A game before its start, and the messages that it shows. */
export function open({
  userId = RED,
  delays = {},
  takeEarly,
  connect = () => connectAs(userId),
}: Options = {}) {
  const game = new OnlineGame({
    roomId: ROOM,
    userId,
    api: room.api(userId),
    ...(takeEarly && { takeEarly }),
    connect: async () => connect(),
    now: () => performance.now(),
    random: () => 0,
    randomId: () => `c${++commands}`,
    delays: { retry: 20, event: 20, ...delays },
  });
  games.push(game);
  const notices: (GameNotice | RoomNotice)[] = [];
  game.listen((notice) => notices.push(notice));
  game.listenRoom((notice) => notices.push(notice));
  return { game, notices };
}

export function until(game: OnlineGame, reached: (state: OnlineState) => boolean): Promise<OnlineState> {
  return new Promise((resolve) => {
    const look = (state: OnlineState): void => {
      if (!reached(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = game.store.subscribe(look);
    look(game.store.getState());
  });
}

export function up({ connection }: OnlineState): boolean {
  return connection === 'up';
}
/** Matches a state with this many plies and no unconfirmed move. */
export function confirmed(plies: number) {
  return ({ local }: OnlineState): boolean =>
    local.room !== null && plyCount(local.room.game) === plies && local.pending === null;
}
export function shownPlies(game: OnlineGame): number {
  return plyCount(game.store.getState().game);
}

/** A connected game. */
export async function playing(options?: Options) {
  const opened = open(options);
  await opened.game.start();
  await until(opened.game, up);
  return opened;
}
export function move(game: OnlineGame, text: string): void {
  const { from, to } = moveOf(text);
  game.move(from, to);
}
