import type { GameRatings } from '@doushouqi/protocol';
import { createLogger, createMetrics, listen, stopServer } from '@doushouqi/service-kit';
import { type Backing, type Profiles, startBacking, startProfiles } from '@doushouqi/service-kit/testing';
import { createRatingApp } from '../src/app.ts';
import type {
  Ratings,
  StoredConduct,
  StoredFlag,
  StoredRatedGame,
  StoredRating,
} from '../src/models/ratings.ts';

export const SERVICE_TOKEN = 'test-service-token';
const PLENTY = 1_000_000;
/** When the games end, and what the clock of the service stands at. */
export const NOON = Date.UTC(2026, 9, 1, 12);
let taken = 0;

/** An id that the `n`th user has. */
export function idOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}

/** A rated game of the `n`th users, a long one that red won unless `more` says otherwise. */
export function finished(red: number, blue: number, more: object = {}) {
  taken += 1;
  return {
    gameId: `game-${taken}`,
    roomId: 'found1',
    kind: 'rated',
    players: [idOf(red), idOf(blue)],
    record: '000124805',
    winner: 1,
    endReason: 'DEN_CAPTURED',
    timeControl: { initial: 5, increment: 3 },
    startTime: NOON - 600_000,
    endTime: NOON,
    moveTimes: Array.from({ length: 40 }, (_, n) => n * 1_000),
    ...more,
  };
}

export interface Reply<T> {
  status: number;
  body: T & { code?: string; message?: string };
}

export interface RatingService extends Pick<Backing, 'server' | 'redis' | 'connection' | 'token'>, Ratings {
  url: string;
  profiles: Profiles;
  /** What the service takes for the time, epoch ms. */
  clock: { at: number };
  /** Hands a finished game over, as the timekeeper does. */
  rate(game: object, token?: string | null): Promise<Reply<{ ratings: GameRatings | null }>>;
  /** Calls a path; as a user where one is given. */
  call<T>(method: string, path: string, asks?: { userId?: string; body?: unknown }): Promise<Reply<T>>;
  /** Forgets everything. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** The rating service over a real Redis and a document store of its own. */
export async function startRating(): Promise<RatingService> {
  const [backing, profiles] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  const { connection, redis, server, verifier, token } = backing;
  const clock = { at: NOON };
  const app = await createRatingApp({
    logger: createLogger({ name: 'rating', level: 'silent' }),
    metrics: createMetrics('rating'),
    connection,
    redis,
    readsPerMinute: PLENTY,
    verifier,
    serviceToken: SERVICE_TOKEN,
    authUrl: profiles.url,
    now: () => clock.at,
  });
  const url = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}`;
  const models = {
    ratings: connection.model<StoredRating>('Rating'),
    games: connection.model<StoredRatedGame>('RatedGame'),
    conducts: connection.model<StoredConduct>('Conduct'),
    flags: connection.model<StoredFlag>('Flag'),
  };

  async function send<T>(method: string, path: string, headers: object, body: unknown): Promise<Reply<T>> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply<T>['body'] };
  }

  return {
    ...models,
    server,
    redis,
    connection,
    token,
    url,
    profiles,
    clock,
    call: (method, path, { userId, body } = {}) =>
      send(method, path, userId === undefined ? {} : { authorization: `Bearer ${token(userId)}` }, body),
    rate: (game, serviceToken = SERVICE_TOKEN) =>
      send(
        'POST',
        '/internal/rated-games',
        serviceToken === null ? {} : { 'x-service-token': serviceToken },
        game,
      ),
    async clear() {
      await Promise.all(Object.values(connection.models).map((model) => model.deleteMany({})));
      await redis.flushall();
    },
    async stop() {
      app.stop();
      await stopServer(app.server, 0);
      await profiles.stop();
      await backing.stop();
    },
  };
}
