import type { FinishedGame, GameRatings } from '@doushouqi/protocol';
import type { FetchProfiles, Logger, PauseMirror, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { Ladder } from './ladder.ts';
import type { Ratings } from './models/ratings.ts';

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
