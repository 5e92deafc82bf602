import { ARRIVAL_TIME, FIRST_MOVE_TIME, houseBotOf } from '@doushouqi/protocol';
import { type PushNotifications, turnCallsKey } from '@doushouqi/room-core/push-notifications';
import type { RedisClient } from '@doushouqi/service-kit';
import type { Paired } from '@doushouqi/tournament';
import type { StoredTournament } from './models.ts';

/** Calls players whose pages are closed or hidden (docs/people.md#calls). Callers ensure that each game and step calls once. */
export interface Calls {
  /** Calls both players of a game whose room exists. */
  toGame(tournament: Pick<StoredTournament, '_id' | 'name'>, game: Paired): Promise<void>;
  /** Calls players to the check-in, until the start. */
  toCheckIn(
    tournament: Pick<StoredTournament, '_id' | 'name' | 'startsAt'>,
    userIds: readonly string[],
  ): Promise<void>;
}

interface CallsOptions {
  redis: Pick<RedisClient, 'exists'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  /** Epoch ms. */
  now: () => number;
}

/** Methods reject while Redis is unavailable. */
export function createCalls({ redis, pushNotifications, now }: CallsOptions): Calls {
  /** Returns the users who want calls; most have no device for them, and a job costs more than this lookup. */
  async function wanting(userIds: readonly string[]): Promise<string[]> {
    const people = userIds.filter((id) => houseBotOf(id) === null);
    const wants = await Promise.all(people.map((id) => redis.exists(turnCallsKey(id))));
    return people.filter((_, n) => wants[n]! > 0);
  }

  async function call(
    { _id: tournamentId, name }: Pick<StoredTournament, '_id' | 'name'>,
    userIds: readonly string[],
    rest: { until: number; roomId?: string },
  ): Promise<void> {
    for (const userId of await wanting(userIds))
      pushNotifications.send({ kind: 'tournament', userId, tournamentId, name, ...rest });
  }

  return {
    // The clock of a first move waits for the player to arrive; then each has the time for one.
    toGame: (tournament, { game, red, blue }) =>
      call(tournament, [red, blue], { until: now() + ARRIVAL_TIME + 2 * FIRST_MOVE_TIME, roomId: game }),
    toCheckIn: (tournament, userIds) => call(tournament, userIds, { until: tournament.startsAt }),
  };
}
