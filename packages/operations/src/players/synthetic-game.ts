import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { isOver, plyOf } from '@doushouqi/room';
import { RoomClient } from '@doushouqi/room-client';
import { openSocket } from '@doushouqi/room-client/socket';
import { legalGameMoves } from '@doushouqi/rules';

/** Longest time for a connection, an acknowledgement, or an event. Milliseconds. */
const ANSWER_MS = 5_000;
/** The game is resigned then, so that it does not grow. */
const MOST_PLIES = 200;

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

/** A player: an own guest account and API client. */
export interface SyntheticPlayer {
  api: ApiClient;
  token: string;
  userId: string;
}

/** Creates a guest through the public address. Throws a StepError. */
export async function createPlayer(url: string): Promise<SyntheticPlayer> {
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const session = await during('login', api.createGuest({ body: {} }));
  token = session.access_token;
  return { api, token, userId: session.user._id };
}

/** A player in a room. */
class Seat {
  readonly client: RoomClient;
  readonly #close: () => void;
  /** Rejects when the connection is refused or lost, which a user would notice. */
  readonly #lost: Promise<never>;

  constructor(url: string, roomId: string, { token, userId }: SyntheticPlayer, random: () => number) {
    const { socket, close } = openSocket({ url, roomId, token: () => token, random });
    this.#close = close;
    this.#lost = new Promise((_, reject) => {
      socket.once('connect_error', reject);
      socket.once('disconnect', (reason) => reject(new Error(reason)));
    });
    this.#lost.catch(() => undefined);
    const now = () => performance.now();
    const connect = async () => socket;
    this.client = new RoomClient({ roomId, userId, connect, now, randomId: randomUUID });
    void this.client.open();
  }

  /** Resolves when the room has so many half-moves. */
  async hasPlies(count: number): Promise<void> {
    await this.client.until(({ local }) => local.room !== null && plyOf(local.room) >= count);
  }

  /** Resolves with the work; rejects after `ms`, or when the connection is lost before. */
  async within<T>(ms: number, work: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not done in ${ms} ms`)), ms);
    return Promise.race([work, this.#lost, late]).finally(() => clearTimeout(timer));
  }

  leave(): void {
    this.#close();
    this.client.stop();
  }
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
  const seats = players.map((player) => new Seat(url, roomId, player, random));
  try {
    await during('connect', Promise.all(seats.map((seat) => seat.within(ANSWER_MS, seat.hasPlies(0)))));
    for (let ply = 0; ply < MOST_PLIES && !signal.aborted; ply++) {
      await delay(thinkMs, undefined, { signal }).catch(() => undefined);
      const [mover, other] = [seats[ply % 2]!, seats[(ply + 1) % 2]!];
      const room = mover.client.state.local.room!;
      if (isOver(room)) break;
      const choices = legalGameMoves(room.game);
      const begun = performance.now();
      const move = mover.client.move(choices[Math.floor(random() * choices.length)]!);
      const outcome = await during('move', mover.within(ANSWER_MS, move));
      if (outcome.kind !== 'made')
        throw new StepError('move', outcome.kind === 'refused' ? outcome.code : outcome.kind);
      const ms = performance.now() - begun;
      await during('delivery', other.within(ANSWER_MS, other.hasPlies(ply + 1)));
      onMove(ms);
    }
  } finally {
    for (const seat of seats) seat.leave();
    // Frees the room; after the end of the game there is nothing to resign.
    await players[0].api.leaveRoom({ params: { roomId } }).catch(() => undefined);
    await players[1].api.leaveRoom({ params: { roomId } }).catch(() => undefined);
  }
}
