import { type FinishedGame, type GameRatings, HOUSE_BOTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, route } from '@doushouqi/service-kit';
import { idOf, PLENTY, SERVICE_TOKEN, startPeer, testService } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

/** When the games end, and what the clock of the service stands at. */
export const NOON = Date.UTC(2026, 9, 1, 12);
let taken = 0;

/** A rated game of the `n`th users; by default a long one that red won. */
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

/** A rated game of the `n`th user as red against the bot of level 4. */
export function againstBot(n: number, more: object = {}) {
  return finished(n, n, { kind: 'ratedBot', players: [idOf(n), HOUSE_BOTS[3]!._id], ...more });
}

export async function testRating() {
  /** Games that the record service got, and whether it is there. */
  const record = { games: [] as FinishedGame[], isDown: false };
  const peer = await startPeer((app) =>
    route(app, ROUTES.archiveGame, {
      handler: async ({ body }) => {
        if (record.isDown) throw errorOf('UNAVAILABLE');
        record.games.push(body);
        return { recordId: 'r'.repeat(24) };
      },
    }),
  );
  const rating = await testService(service, { limits: { reads: PLENTY }, peers: { record: peer } });
  rating.clock.now = NOON;
  return {
    record,
    ...rating.context,
    ...rating,
    /** Sends a finished game, as the timekeeper does. */
    rate: (game: object, serviceToken: string | null = SERVICE_TOKEN) =>
      rating.call<{ ratings: GameRatings | null }>('POST', '/internal/rated-games', {
        serviceToken,
        body: game,
      }),
  };
}
