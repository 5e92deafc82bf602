import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach } from 'vitest';
import type { GameSocket } from './connection.ts';
import { FakeRoom } from './fake-room.ts';
import type { OnlineGameDeps } from './online-deps.ts';
import { OnlineGame } from './online-game.ts';
import type { Notice, OnlineState } from './online-state.ts';
import { moveOf, RED, ROOM } from './testing.ts';

/** The controller against a real Socket.IO server that speaks the protocol for one room, new for every test. */

let http: HttpServer;
let server: Server;
let games: OnlineGame[];
/** The room of the test that runs. */
export let room: FakeRoom;

beforeEach(async () => {
  http = createServer();
  server = new Server(http, { pingInterval: 60_000 });
  room = new FakeRoom(server);
  games = [];
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const game of games) game.stop();
  await server.close();
});

interface Options {
  userId?: string | null;
  onUnauthorized?: (code: ErrorCode) => void;
  delays?: OnlineGameDeps['delays'];
}

let commands = 0;
/** A game that was not started yet, and what it tells the person. */
export const open = ({ userId = RED, onUnauthorized = () => {}, delays = {} }: Options = {}) => {
  const { port } = http.address() as AddressInfo;
  const connect = async (): Promise<GameSocket> =>
    io(`http://127.0.0.1:${port}`, {
      autoConnect: false,
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 20,
      transports: ['websocket'],
      auth: { token: userId },
    });
  const game = new OnlineGame({
    roomId: ROOM,
    userId,
    api: room.api(userId),
    connect,
    onUnauthorized,
    now: () => performance.now(),
    random: () => 0,
    randomId: () => `c${++commands}`,
    delays: { retry: 20, event: 20, ...delays },
  });
  games.push(game);
  const notices: Notice[] = [];
  game.listen((notice) => notices.push(notice));
  return { game, notices };
};

export const until = (game: OnlineGame, reached: (state: OnlineState) => boolean): Promise<OnlineState> =>
  new Promise((resolve) => {
    const look = (state: OnlineState): void => {
      if (!reached(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = game.store.subscribe(look);
    look(game.store.getState());
  });

export const up = ({ connection }: OnlineState): boolean => connection === 'up';
/** So many half-moves stand, and none waits for its confirmation. */
export const confirmed =
  (plies: number) =>
  ({ local }: OnlineState): boolean =>
    local.room !== null && plyCount(local.room.game) === plies && local.pending === null;
export const shownPlies = (game: OnlineGame): number => plyCount(game.store.getState().shown!);

/** A game that is connected. */
export const playing = async (options?: Options) => {
  const opened = open(options);
  await opened.game.start();
  await until(opened.game, up);
  return opened;
};
export const move = (game: OnlineGame, text: string): void => {
  const { from, to } = moveOf(text);
  game.move(from, to);
};
