import type { Notice } from '@doushouqi/protocol';
import type { Logger } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { People } from './models/people.ts';
import { friendIdsOf } from './policies/relations.ts';

const FRIENDS_CHANGED: Notice = { event: 'friendsChanged', payload: {} };

/**
 * Tells people something at once, after it was done. Nobody waits for it and nothing fails by it: notices only save
 * clients from asking.
 */
export interface Tellers {
  tell(userIds: readonly string[], notice: Notice): void;
  /** These users' lists changed. */
  tellChanged(userIds: readonly string[]): void;
  /** Rooms should know whom this user blocked since, or no longer. */
  tellBlocks(userId: string): void;
  /** The lists of this user's friends changed, because the user came, went, or entered a room. */
  tellFriends(userId: string): void;
}

export function createTellers(options: {
  people: Pick<People, 'friendships'>;
  notifier: Pick<Notifier, 'tell' | 'blocksChanged'>;
  logger: Logger;
}): Tellers {
  const { people, notifier, logger } = options;
  const quietly = (told: Promise<void>): void =>
    void told.catch((error: unknown) => logger.warn({ err: error }, 'could not tell'));
  return {
    tell: (userIds, notice) => quietly(notifier.tell(userIds, notice)),
    tellChanged: (userIds) => quietly(notifier.tell(userIds, FRIENDS_CHANGED)),
    tellBlocks: (userId) => quietly(notifier.blocksChanged(userId)),
    tellFriends: (userId) =>
      quietly(friendIdsOf(people, userId).then((friends) => notifier.tell(friends, FRIENDS_CHANGED))),
  };
}
