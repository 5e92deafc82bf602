import type { FinishedGame, GameRatings, PublicUser } from '@doushouqi/protocol';
import type { Logger, PauseMirror, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { Ladder } from './ladder.ts';
import type { Ratings } from './models/ratings.ts';

/**
 * Fetches nicknames and avatars by user id, with `presence` also who is online; unknown users are missing. At
 * most 100 ids.
 */
export type FetchProfiles = (
  ids: readonly string[],
  asks: { presence?: boolean; requestId: string },
) => Promise<Map<string, PublicUser & { isOnline?: boolean | undefined }>>;

/** Parts of the service; each command names those that it needs. */
export interface RatingContext extends Ratings {
  ladder: Ladder;
  /** Fills the ladders from the store. */
  fillLadder: () => Promise<void>;
  pauses: Pick<PauseMirror, 'set'>;
  notifier: Pick<Notifier, 'notify'>;
  logger: Logger;
  fetchProfiles: FetchProfiles;
  /** Adds the rating change of a game to its record, or stores both. */
  archiveGame: (game: FinishedGame & { ratings: GameRatings }) => Promise<unknown>;
  limits: Record<'reads', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
