import type { GameRatings } from '@doushouqi/protocol';
import {
  idOf,
  PLENTY,
  SERVICE_TOKEN,
  startBacking,
  startProfiles,
  startTestService,
} from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

/** When the games end, and what the clock of the service stands at. */
export const NOON = Date.UTC(2026, 9, 1, 12);
let taken = 0;

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

export type RatingService = Awaited<ReturnType<typeof startRating>>;

/** The rating service over a real Redis and a document store of its own. */
export async function startRating() {
  const [backing, profiles] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  const { connection, redis } = backing;
  /** What the service takes for the time, epoch ms. */
  const clock = { at: NOON };
  const app = await startTestService(service, backing, {
    peers: { auth: profiles.url },
    limits: { reads: PLENTY },
    given: { now: () => clock.at },
  });
  const { ratings, games, conducts, flags } = app.context;
  return {
    ...backing,
    ...app,
    ratings,
    games,
    conducts,
    flags,
    profiles,
    clock,
    /** Sends a finished game, as the timekeeper does. */
    rate: (game: object, serviceToken: string | null = SERVICE_TOKEN) =>
      app.call<{ ratings: GameRatings | null }>('POST', '/internal/rated-games', {
        serviceToken,
        body: game,
      }),
    /** Removes everything. */
    async clear() {
      await Promise.all(Object.values(connection.models).map((model) => model.deleteMany({})));
      await redis.flushall();
    },
    async stop() {
      await app.stop();
      await profiles.stop();
      await backing.stop();
    },
  };
}
