import type { Notice } from '@doushouqi/protocol';
import { type BlockMirror, inBatches, type Logger } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { SocialModels } from './models.ts';
import { friendIdsOf } from './relations.ts';

const FRIENDS_CHANGED: Notice = { event: 'friendsChanged', payload: {} };
const GAMES_CHANGED: Notice = { event: 'gamesChanged', payload: {} };

/**
 * Notifies users of finished changes. Callers do not wait, and failures are only logged: notices save clients
 * from polling.
 */
export interface SocialNotifier {
  notify(userIds: readonly string[], notice: Notice): void;
  /** Notifies users whose lists changed. */
  notifyFriendsChanged(userIds: readonly string[]): void;
  /** Notifies users whose lists of correspondence games changed. */
  notifyGamesChanged(userIds: readonly string[]): void;
  /** Notifies rooms of a user's changed blocks. */
  notifyBlocksChanged(userId: string): void;
  /** Notifies the user's friends of changed presence or room. */
  notifyFriendsOf(userId: string): void;
}

export function createSocialNotifier(options: {
  people: Pick<SocialModels, 'friendships'>;
  notifier: Pick<Notifier, 'notify' | 'blocksChanged'>;
  logger: Logger;
}): SocialNotifier {
  const { people, notifier, logger } = options;
  const quietly = (notified: Promise<void>): void =>
    void notified.catch((error: unknown) => logger.warn({ err: error }, 'could not notify'));
  return {
    notify: (userIds, notice) => quietly(notifier.notify(userIds, notice)),
    notifyFriendsChanged: (userIds) => quietly(notifier.notify(userIds, FRIENDS_CHANGED)),
    notifyGamesChanged: (userIds) => quietly(notifier.notify(userIds, GAMES_CHANGED)),
    notifyBlocksChanged: (userId) => quietly(notifier.blocksChanged(userId)),
    notifyFriendsOf: (userId) =>
      quietly(friendIdsOf(people, userId).then((friends) => notifier.notify(friends, FRIENDS_CHANGED))),
  };
}

/**
 * Writes every block of the store to the mirror after Redis lost it, and notifies the nodes of missing ones.
 * Each is checked again afterwards, because a block may be removed meanwhile.
 */
export async function mirrorBlocks(
  { blocks, notifyBlocksChanged }: Pick<SocialModels, 'blocks'> & Pick<SocialNotifier, 'notifyBlocksChanged'>,
  mirror: Pick<BlockMirror, 'add' | 'remove'>,
): Promise<void> {
  await inBatches(blocks.find().lean().cursor(), async (batch) => {
    const areNew = await Promise.all(batch.map(({ by, whom }) => mirror.add(by, whom)));
    const ids = batch.map(({ _id }) => _id);
    const stay = new Set((await blocks.find({ _id: { $in: ids } }, { _id: 1 }).lean()).map(({ _id }) => _id));
    const removed = batch.filter(({ _id }) => !stay.has(_id));
    await Promise.all(removed.map(({ by, whom }) => mirror.remove(by, whom)));
    for (const by of new Set(batch.filter((_, n) => areNew[n]).map((one) => one.by))) notifyBlocksChanged(by);
  });
}
