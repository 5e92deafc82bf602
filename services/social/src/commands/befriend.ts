import { MAX_FRIENDS } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { pairOf, towards } from '../models/ids.ts';
import { assertNoBlock } from '../policies/relations.ts';

type Parts = Pick<SocialContext, 'friendships' | 'requests' | 'blocks' | 'tellChanged'>;

/** Throws where a friendship that was just made may not stand. */
async function assertMayStand(context: Parts, userId: string, otherId: string): Promise<void> {
  const { friendships } = context;
  const [own, others] = await Promise.all([
    friendships.countDocuments({ users: userId }),
    friendships.countDocuments({ users: otherId }),
    assertNoBlock(context, userId, otherId),
  ]);
  if (own > MAX_FRIENDS) throw errorOf('FRIENDS_FULL');
  if (others > MAX_FRIENDS) throw errorOf('FRIENDS_FULL', { message: '对方的好友数量已达上限' });
}

/**
 * Makes two users friends and forgets their requests; being friends already is as good. Judged after it is made, so
 * that of a block or a last free place that comes at the same moment one side always sees the other. `userId` is who
 * acts. Throws FRIENDS_FULL, YOU_BLOCKED, NOT_ACCEPTING.
 */
export async function befriend(context: Parts, userId: string, otherId: string, now: number): Promise<void> {
  const { friendships, requests, tellChanged } = context;
  const _id = pairOf(userId, otherId);
  // Two of these at once are retried by the store, as the condition is the unique key itself.
  const made = await friendships.updateOne(
    { _id },
    { $setOnInsert: { users: [userId, otherId], since: now } },
    { upsert: true },
  );
  if (made.upsertedCount > 0) {
    try {
      await assertMayStand(context, userId, otherId);
    } catch (error) {
      await friendships.deleteOne({ _id });
      throw error;
    }
  }
  await requests.deleteMany({ _id: { $in: [towards(userId, otherId), towards(otherId, userId)] } });
  tellChanged([userId, otherId]);
}
