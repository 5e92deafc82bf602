import type { PublicUser } from '@doushouqi/protocol';
import type { Logger, PauseMirror, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { Ladder } from './ladder.ts';
import type { Ratings } from './models/ratings.ts';

/** Names and faces by user id, with `presence` whether each is online; unknown users are missing. At most 100 ids. */
export type FetchProfiles = (
  ids: readonly string[],
  asks: { presence?: boolean; requestId: string },
) => Promise<Map<string, PublicUser & { isOnline?: boolean | undefined }>>;

/** What the commands work with; each names the part that it needs. */
export interface RatingContext extends Ratings {
  ladder: Ladder;
  /** Puts everybody on the ladders once more. */
  fillLadder: () => Promise<void>;
  pauses: Pick<PauseMirror, 'set'>;
  notifier: Pick<Notifier, 'tell'>;
  logger: Logger;
  fetchProfiles: FetchProfiles;
  limits: Record<'reads', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
