import type { Notice } from '@doushouqi/protocol';
import type { BlockMirror, Logger } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { People } from './models.ts';
import { friendIdsOf } from './relations.ts';

const FRIENDS_CHANGED: Notice = { event: 'friendsChanged', payload: {} };

/**
 * Tells people something at once, after it was done. Nobody waits for it and nothing fails by it: notices only save
 * clients from asking.
 */
export interface SocialNotifier {
  tell(userIds: readonly string[], notice: Notice): void;
  /** These users' lists changed. */
  notifyFriendsChanged(userIds: readonly string[]): void;
  /** Rooms should know whom this user blocked since, or no longer. */
  notifyBlocksChanged(userId: string): void;
  /** The lists of this user's friends changed, because the user came, went, or entered a room. */
  notifyFriendsOf(userId: string): void;
}

export function createSocialNotifier(options: {
  people: Pick<People, 'friendships'>;
  notifier: Pick<Notifier, 'tell' | 'blocksChanged'>;
  logger: Logger;
}): SocialNotifier {
  const { people, notifier, logger } = options;
  const quietly = (told: Promise<void>): void =>
    void told.catch((error: unknown) => logger.warn({ err: error }, 'could not tell'));
  return {
    tell: (userIds, notice) => quietly(notifier.tell(userIds, notice)),
    notifyFriendsChanged: (userIds) => quietly(notifier.tell(userIds, FRIENDS_CHANGED)),
    notifyBlocksChanged: (userId) => quietly(notifier.blocksChanged(userId)),
    notifyFriendsOf: (userId) =>
      quietly(friendIdsOf(people, userId).then((friends) => notifier.tell(friends, FRIENDS_CHANGED))),
  };
}

/**
 * Says every block of the store to the mirror once more, for when Redis has lost what it had, and tells the nodes of
 * those that were not there. A block that is taken back at that moment would come back; so each is looked at again after
 * it was said.
 */
export async function mirrorBlocks(
  { blocks, notifyBlocksChanged }: Pick<People, 'blocks'> & Pick<SocialNotifier, 'notifyBlocksChanged'>,
  mirror: Pick<BlockMirror, 'add' | 'remove'>,
): Promise<void> {
  for await (const { _id, by, whom } of blocks.find().lean().cursor()) {
    const isNew = await mirror.add(by, whom);
    if ((await blocks.exists({ _id })) === null) await mirror.remove(by, whom);
    if (isNew) notifyBlocksChanged(by);
  }
}
