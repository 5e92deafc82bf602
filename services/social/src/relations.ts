import { MAX_FRIENDS } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import { pairOf, type SocialModels, towards } from './models.ts';

/** Lists the ids of a user's friends. */
export async function friendIdsOf(
  { friendships }: Pick<SocialModels, 'friendships'>,
  userId: string,
): Promise<string[]> {
  const found = await friendships.find({ users: userId }, { users: 1 }).limit(MAX_FRIENDS).lean();
  return found.flatMap(({ users }) => users.filter((id) => id !== userId));
}

export async function areFriends(
  { friendships }: Pick<SocialModels, 'friendships'>,
  one: string,
  other: string,
): Promise<boolean> {
  return (await friendships.exists({ _id: pairOf(one, other) })) !== null;
}

export function assertNotSame(one: string, other: string): void {
  if (one === other) throw errorOf('NOT_YOURSELF');
}

/** Throws YOU_BLOCKED or NOT_ACCEPTING if one of them blocked the other. */
export async function assertNoBlock(
  { blocks }: Pick<SocialModels, 'blocks'>,
  userId: string,
  otherId: string,
): Promise<void> {
  const own = towards(userId, otherId);
  const found = await blocks.find({ _id: { $in: [own, towards(otherId, userId)] } }, { _id: 1 }).lean();
  if (found.some(({ _id }) => _id === own)) throw errorOf('YOU_BLOCKED');
  if (found.length > 0) throw errorOf('NOT_ACCEPTING');
}

/**
 * Throws YOU_BLOCKED if the user blocked the other, else NOT_FRIENDS: a blocked user gets the same reply as a
 * stranger.
 */
export async function assertFriends(
  people: Pick<SocialModels, 'friendships' | 'blocks'>,
  userId: string,
  otherId: string,
): Promise<void> {
  assertNotSame(userId, otherId);
  if (await areFriends(people, userId, otherId)) return;
  const blocked = await people.blocks.exists({ _id: towards(userId, otherId) });
  throw errorOf(blocked === null ? 'NOT_FRIENDS' : 'YOU_BLOCKED');
}
