import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GameSocket } from './connection.ts';
import { FakeRoom } from './fake-room.ts';
import type { OnlineGameDeps } from './online-deps.ts';
import { OnlineGame } from './online-game.ts';
import type { Notice, OnlineState } from './online-state.ts';
import { BLUE, moveOf, OPENING, RED, ROOM } from './testing.ts';

/** The controller against a real Socket.IO server that speaks the protocol for one room. */

let http: HttpServer;
let server: Server;
let room: FakeRoom;
let games: OnlineGame[];

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
const open = ({ userId = RED, onUnauthorized = () => {}, delays = {} }: Options = {}) => {
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

const until = (game: OnlineGame, reached: (state: OnlineState) => boolean): Promise<OnlineState> =>
  new Promise((resolve) => {
    const look = (state: OnlineState): void => {
      if (!reached(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = game.store.subscribe(look);
    look(game.store.getState());
  });

const up = ({ connection }: OnlineState): boolean => connection === 'up';
const confirmed =
  (plies: number) =>
  ({ local }: OnlineState): boolean =>
    local.room !== null && plyCount(local.room.game) === plies && local.pending === null;
const shownPlies = (game: OnlineGame): number => plyCount(game.store.getState().shown!);

const playing = async (options?: Options) => {
  const opened = open(options);
  await opened.game.start();
  await until(opened.game, up);
  return opened;
};
const move = (game: OnlineGame, text: string): void => {
  const { from, to } = moveOf(text);
  game.move(from, to);
};

describe('two players', () => {
  it('see each other move', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    move(red.game, OPENING[0]);
    expect(shownPlies(red.game)).toBe(1);
    await until(blue.game, confirmed(1));
    move(blue.game, OPENING[1]);
    const state = await until(red.game, confirmed(2));
    expect(state.local.room?.v).toBe(room.v);
    expect([...red.notices, ...blue.notices]).toEqual([]);
    // Each tells of each move that arrived, his own too; the socket keeps their order.
    await room.heard(4);
  });

  it('cannot move out of turn, twice at once, or against the rules', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    move(blue.game, OPENING[1]);
    expect(shownPlies(blue.game)).toBe(0);
    move(red.game, 'a1a9');
    expect(red.notices).toMatchObject([{ kind: 'refused', code: 'ILLEGAL_MOVE', from: null }]);
    room.holdMoves();
    move(red.game, OPENING[0]);
    move(red.game, 'g1f1');
    expect(shownPlies(red.game)).toBe(1);
    await room.moveArrived();
    expect(room.received).toHaveLength(1);
  });
});

describe('a refused move', () => {
  it('is taken back with the word of the server', async () => {
    const { game, notices } = await playing();
    room.refuseNext('THREEFOLD_REPETITION');
    move(game, OPENING[0]);
    await until(game, ({ local }) => local.pending === null);
    expect(shownPlies(game)).toBe(0);
    expect(notices).toEqual([
      { kind: 'refused', ...errorBody('THREEFOLD_REPETITION'), from: moveOf(OPENING[0]).from },
    ]);
    await room.synced();
  });

  it('that was stale shows the room as it is', async () => {
    const { game, notices } = await playing();
    room.playSilently(OPENING.slice(0, 2));
    room.refuseNext('STALE_MOVE');
    move(game, 'g1f1');
    await until(game, confirmed(2));
    expect(notices).toEqual([{ kind: 'overtaken' }]);
  });

  it('is sent again when the server was not available', async () => {
    const { game, notices } = await playing();
    room.refuseNext('UNAVAILABLE');
    move(game, OPENING[0]);
    await until(game, confirmed(1));
    expect(room.received.map(({ id }) => id)).toEqual([room.received[0]!.id, room.received[0]!.id]);
    expect(notices).toEqual([]);
  });
});

describe('a broken connection', () => {
  it('sends the pending move again when the server has not seen it', async () => {
    const { game, notices } = await playing();
    room.swallowNext();
    move(game, OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    expect(shownPlies(game)).toBe(1);
    await until(game, confirmed(1));
    expect(room.received).toHaveLength(2);
    expect(plyCount(room.game)).toBe(1);
    expect(notices).toEqual([{ kind: 'reconnected' }]);
  });

  it('finds the pending move made and does not send it again', async () => {
    const { game } = await playing();
    room.holdMoves();
    move(game, OPENING[0]);
    await room.moveArrived();
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    room.makeHeld();
    await until(game, confirmed(1));
    await until(game, up);
    expect(room.received).toHaveLength(1);
  });

  it('does not take a move while it lasts', async () => {
    const { game } = await playing();
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    move(game, OPENING[0]);
    expect(shownPlies(game)).toBe(0);
    room.rejectWith(null);
    await until(game, up);
    expect(room.received).toEqual([]);
  });

  it('catches up with what happened meanwhile', async () => {
    const { game } = await playing();
    room.cut();
    room.playSilently(OPENING.slice(0, 4));
    await until(game, confirmed(4));
    expect(room.joins.at(-1)).toMatchObject({ lastVersion: 1 });
  });

  it('ends the session when the login is refused', async () => {
    room.rejectWith('TOKEN_EXPIRED');
    const code = await new Promise((resolve) => {
      void open({ onUnauthorized: resolve }).game.start();
    });
    expect(code).toBe('TOKEN_EXPIRED');
  });
});

describe('the poll', () => {
  it('goes over HTTP while the connection is down, however often it is tried', async () => {
    const { game } = await playing({ delays: { poll: 60 } });
    room.rejectWith('UNAVAILABLE');
    room.cut();
    await until(game, ({ connection }) => connection === 'down');
    room.playSilently(OPENING.slice(0, 2));
    const state = await until(game, confirmed(2));
    expect(state.connection).toBe('down');
  });

  it('goes over the socket while it is up', async () => {
    const { game } = await playing({ delays: { poll: 60 } });
    room.playSilently(OPENING.slice(0, 2));
    await until(game, confirmed(2));
    expect(room.syncs).toContainEqual({ roomId: ROOM, lastVersion: 1 });
  });

  it('lets a visitor see moves', async () => {
    const { game } = open({ userId: null, delays: { poll: 30 } });
    await game.start();
    room.playSilently(OPENING.slice(0, 3));
    await until(game, confirmed(3));
  });
});

describe('an acknowledgement that does not come', () => {
  it('is looked after, and the move sent again', async () => {
    const { game, notices } = await playing({ delays: { ack: 60 } });
    room.swallowNext();
    move(game, OPENING[0]);
    await until(game, confirmed(1));
    expect(room.received).toHaveLength(2);
    expect(notices).toEqual([]);
  });
});

describe('the version stream', () => {
  it('asks for what is missing after a gap', async () => {
    const { game } = await playing();
    room.playSilently(OPENING.slice(0, 1));
    room.play(OPENING[1]);
    const { local } = await until(game, confirmed(2));
    expect(local.room?.v).toBe(room.v);
    expect(room.syncs).toEqual([{ roomId: ROOM, lastVersion: 1 }]);
  });

  it('drops an event that comes twice', async () => {
    const { game } = await playing();
    room.play(OPENING[0]);
    room.repeatLast();
    room.play(OPENING[1]);
    await until(game, confirmed(2));
    expect(room.syncs).toEqual([]);
  });
});

describe('the way in', () => {
  it('lets a visitor read without a socket', async () => {
    const { game } = open({ userId: null });
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'ready', connection: 'none' });
    move(game, OPENING[0]);
    expect(shownPlies(game)).toBe(0);
    expect(room.connections).toBe(0);
  });

  it.each([
    ['missing', new ApiError(404, errorBody('ROOM_NOT_FOUND')), { phase: 'missing' }],
    ['full', new ApiError(400, errorBody('ROOM_FULL')), { phase: 'failed', failure: '房间已满' }],
    ['out of reach', new ApiError(0, { code: 'NETWORK', message: '-' }), { phase: 'failed', failure: null }],
  ])('says that a room is %s', async (_, error, state) => {
    const { game } = open();
    room.failNext(error);
    await game.start();
    expect(game.store.getState()).toMatchObject(state);
  });

  it('works at the second try', async () => {
    const { game } = open();
    room.failNext(new ApiError(503, errorBody('UNAVAILABLE')));
    await game.start();
    await game.start();
    await until(game, up);
    expect(game.store.getState().phase).toBe('ready');
  });
});

describe('time', () => {
  it.each([
    ['own', RED],
    ['the other', BLUE],
  ])('claims when %s clock has run out', async (_, userId) => {
    room.setTime(40);
    const { game } = await playing({ userId });
    await until(game, ({ local }) => local.room?.header.status === 'player2_win');
    expect(room.claims).toEqual([userId]);
  });

  it('asks again when the claim was too early', async () => {
    room.setTime(40);
    room.failNextClaim(new ApiError(400, errorBody('NOT_FLAGGED')));
    const { game } = await playing();
    await until(game, ({ local }) => local.room?.header.status === 'player2_win');
    expect(room.claims).toEqual([RED, RED]);
  });

  it('ends with a surrender', async () => {
    const { game } = await playing();
    await game.commands.surrender();
    const { local } = await until(game, (state) => state.local.room?.header.status === 'player2_win');
    expect(local.room?.header.endReason).toBe('SURRENDER');
  });
});

describe('a premove', () => {
  it('is made as soon as the turn comes', async () => {
    const { game, notices } = await playing({ userId: BLUE });
    const { from, to } = moveOf(OPENING[1]);
    game.premove(from, to);
    expect(game.store.getState().premove).toMatchObject({ ply: 0, from, to });
    expect(shownPlies(game)).toBe(0);
    room.play(OPENING[0]);
    await until(game, confirmed(2));
    expect(game.store.getState().premove).toBeNull();
    expect(notices).toEqual([]);
  });

  it('is dropped when it is not legal then, and can be cancelled', async () => {
    const { game, notices } = await playing({ userId: BLUE });
    game.premove(moveOf('g9f9').from, moveOf('a1a1').to);
    room.play(OPENING[0]);
    await until(game, confirmed(1));
    expect(notices).toEqual([{ kind: 'premoveDropped' }]);
    expect(room.received).toEqual([]);
    const red = await playing();
    red.game.premove(moveOf(OPENING[2]).from, moveOf(OPENING[2]).to);
    red.game.cancelPremove();
    room.play(OPENING[1]);
    await until(red.game, confirmed(2));
    expect(shownPlies(red.game)).toBe(2);
  });

  it('is not for one’s own turn', async () => {
    const { game } = await playing();
    game.premove(moveOf(OPENING[0]).from, moveOf(OPENING[0]).to);
    expect(game.store.getState().premove).toBeNull();
  });
});

describe('offers', () => {
  it('are asked, answered, and start a pause', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    room.play(OPENING[0]);
    await until(red.game, confirmed(1));
    await red.game.commands.offer('undo');
    await until(blue.game, ({ local }) => local.room?.header.undoRequester === RED);
    expect(red.game.store.getState().offeredAt).toEqual({ undo: expect.any(Number) });
    await blue.game.commands.answer('undo', true);
    await until(red.game, confirmed(0));
  });

  it('do not become an own offer when the other one has lapsed', async () => {
    const { game } = await playing();
    await game.commands.answer('draw', true);
    const { local } = await until(game, (state) => state.local.room?.v === room.v);
    expect(local.room?.header.drawRequester).toBeNull();
  });

  it('do not start a pause when they are refused', async () => {
    const { game } = await playing();
    room.failNext(new ApiError(400, errorBody('OFFER_COOLDOWN')));
    await expect(game.commands.offer('draw')).rejects.toThrow();
    expect(game.store.getState().offeredAt).toEqual({});
  });
});

describe('the chat', () => {
  it('reaches the others with the version stream', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    await red.game.commands.say('请多指教');
    const { local } = await until(blue.game, (state) => state.local.room?.chat.length === 1);
    expect(local.room?.chat[0]).toMatchObject({ fromId: RED, content: '请多指教' });
    room.play(OPENING[0]);
    await until(blue.game, confirmed(1));
    expect(room.syncs).toEqual([]);
  });
});

describe('a line that does not answer', () => {
  it('is given up, and a new one catches up', async () => {
    const { game } = await playing({ delays: { ack: 60 } });
    room.muteNextSync();
    room.playSilently(OPENING.slice(0, 2));
    game.refresh();
    await until(game, ({ connection }) => connection === 'down');
    await until(game, confirmed(2));
    expect(room.connections).toBe(2);
  });
});
