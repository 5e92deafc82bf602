import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiClient,
  type ClientToServerEvents,
  createApiClient,
  HANDSHAKE_ROOM,
  type ServerToClientEvents,
  toWireSide,
} from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { legalGameMoves, newGame, ONLINE_RULE_SET, outcome, play } from '@doushouqi/rules';
import { io, type Socket } from 'socket.io-client';

/** Longest time for a connection, an acknowledgement, or an event. Milliseconds. */
const ANSWER_MS = 5_000;
/** The game is resigned then, so that it does not grow. */
const MOST_PLIES = 200;
const SIDES = ['red', 'blue'] as const;

/** A step of a game; its name is the label of a failure. */
export type StepName = 'login' | 'room' | 'connect' | 'move' | 'delivery';

/** A failure of the product as a player sees it. */
export class StepError extends Error {
  readonly step: StepName;

  constructor(step: StepName, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.step = step;
  }
}

async function during<T>(step: StepName, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new StepError(step, error);
  });
}

type PlayerSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A player: an own guest account and API client. */
export interface SyntheticPlayer {
  api: ApiClient;
  token: string;
}

/** Creates a guest through the public address. Throws a StepError. */
export async function createPlayer(url: string): Promise<SyntheticPlayer> {
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const session = await during('login', api.createGuest({ body: {} }));
  token = session.access_token;
  return { api, token };
}

/** Resolves with the next event of a socket; rejects after `ms`, or if the socket is closed. */
function nextEvent(socket: PlayerSocket, event: 'connect' | 'moveMade', ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} in ${ms} ms`)), ms);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    socket.once(event, () => settle(resolve));
    socket.once('connect_error', (error) => settle(() => reject(error)));
    socket.once('disconnect', (reason) => settle(() => reject(new Error(reason))));
  });
}

async function enter(url: string, roomId: string, token: string): Promise<PlayerSocket> {
  const socket: PlayerSocket = io(url, {
    auth: { token },
    query: { [HANDSHAKE_ROOM]: roomId },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  await nextEvent(socket, 'connect', ANSWER_MS);
  const answer = await socket.timeout(ANSWER_MS).emitWithAck('syncRoom', { roomId });
  if (!answer.ok) throw new Error(answer.code);
  return socket;
}

export interface SyntheticGameOptions {
  url: string;
  players: readonly [SyntheticPlayer, SyntheticPlayer];
  /** Pause before each move, ms. */
  thinkMs: number;
  /** Between 0 and 1. */
  random: () => number;
  /** Called after each move that the opponent received; time to its acknowledgement, ms. */
  onMove: (ms: number) => void;
  signal: AbortSignal;
}

/**
 * Plays one game of random moves in a room of friends, until its end or the abort. Throws a StepError if a move is not
 * acknowledged or does not reach the opponent within five seconds.
 */
export async function playSyntheticGame(options: SyntheticGameOptions): Promise<void> {
  const { url, players, thinkMs, random, onMove, signal } = options;
  const roomId = randomUUID().replaceAll('-', '').slice(0, 12);
  for (const { api } of players) await during('room', api.joinRoom({ body: { roomId } }));
  const sockets = await during('connect', Promise.all(players.map(({ token }) => enter(url, roomId, token))));
  try {
    let game = newGame(ONLINE_RULE_SET);
    for (let ply = 0; ply < MOST_PLIES && outcome(game).winner === null && !signal.aborted; ply++) {
      await delay(thinkMs, undefined, { signal }).catch(() => undefined);
      const choices = legalGameMoves(game);
      const { from, to } = choices[Math.floor(random() * choices.length)]!;
      const played = play(game, { from, to });
      if (!played.ok) throw new Error('a legal move was refused');
      const [mover, other] = ply % 2 === 0 ? [sockets[0]!, sockets[1]!] : [sockets[1]!, sockets[0]!];
      const message = { roomId, from, to, player: toWireSide(SIDES[ply % 2]!), ply, id: randomUUID() };
      const received = nextEvent(other, 'moveMade', 2 * ANSWER_MS);
      received.catch(() => undefined);
      const begun = performance.now();
      const answer = await during('move', mover.timeout(ANSWER_MS).emitWithAck('move', message));
      if (!answer.ok) throw new StepError('move', answer.code);
      const ms = performance.now() - begun;
      await during('delivery', received);
      onMove(ms);
      game = played.value;
    }
  } finally {
    for (const socket of sockets) socket.disconnect();
    // Frees the room; after the end of the game there is nothing to resign.
    await players[0].api.leaveRoom({ params: { roomId } }).catch(() => undefined);
    await players[1].api.leaveRoom({ params: { roomId } }).catch(() => undefined);
  }
}
