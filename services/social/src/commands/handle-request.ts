import { errorOf } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { towards } from '../models/ids.ts';
import { areFriends } from '../policies/relations.ts';
import { befriend } from './befriend.ts';

type Parts = Pick<SocialContext, 'friendships' | 'requests' | 'blocks' | 'tellChanged'>;

/**
 * Makes friends of the user and who asked; a second press finds them friends, which is as good. Throws NO_REQUEST,
 * FRIENDS_FULL (the request goes on waiting), and NOT_ACCEPTING or YOU_BLOCKED when a block came first.
 */
export async function acceptRequest(
  context: Parts,
  userId: string,
  fromId: string,
  now: number,
): Promise<void> {
  const asked = await context.requests.exists({ _id: towards(fromId, userId) });
  if (asked !== null) await befriend(context, userId, fromId, now);
  else if (!(await areFriends(context, userId, fromId))) throw errorOf('NO_REQUEST');
}

/** Forgets a request; who asked is not told. Throws NO_REQUEST. */
export async function rejectRequest(context: Parts, userId: string, fromId: string): Promise<void> {
  const { deletedCount } = await context.requests.deleteOne({ _id: towards(fromId, userId) });
  if (deletedCount === 0) throw errorOf('NO_REQUEST');
  context.tellChanged([userId]);
}
