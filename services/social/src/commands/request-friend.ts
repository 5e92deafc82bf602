import { MAX_FRIENDS, MAX_REQUESTS } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { towards } from '../models/ids.ts';
import { areFriends, assertNoBlock, assertNotSame } from '../policies/relations.ts';
import { fetchProfile } from '../profiles.ts';
import { befriend } from './befriend.ts';

type Parts = Pick<SocialContext, 'friendships' | 'requests' | 'blocks' | 'fetchProfiles' | 'tellChanged'>;

interface Ask {
  userId: string;
  toId: string;
  requestId: string;
}

/** Throws where a request that was just stored may not stand. Why the other does not take it is not told. */
async function assertMayWait(context: Parts, userId: string, toId: string): Promise<void> {
  await assertNoBlock(context, userId, toId);
  if ((await context.requests.countDocuments({ to: toId })) > MAX_REQUESTS) throw errorOf('NOT_ACCEPTING');
}

/** Stores the request, and judges it then: a block that comes at the same moment sees it, or is seen. */
async function place(context: Parts, userId: string, toId: string, now: number): Promise<void> {
  const { requests } = context;
  const _id = towards(userId, toId);
  try {
    await requests.create({ _id, from: userId, to: toId, at: now });
  } catch (error) {
    throw isDuplicate(error) ? errorOf('REQUEST_PENDING', { cause: error }) : error;
  }
  try {
    await assertMayWait(context, userId, toId);
  } catch (error) {
    await requests.deleteOne({ _id });
    throw error;
  }
}

/**
 * Asks somebody to be friends; true where they asked too, so that both are friends now. Throws NOT_YOURSELF,
 * USER_NOT_FOUND, ALREADY_FRIENDS, FRIENDS_FULL, REQUEST_PENDING, YOU_BLOCKED, NOT_ACCEPTING.
 */
export async function requestFriend(
  context: Parts,
  { userId, toId, requestId }: Ask,
  now: number,
): Promise<boolean> {
  const { friendships, requests, fetchProfiles, tellChanged } = context;
  assertNotSame(userId, toId);
  await fetchProfile(fetchProfiles, toId, requestId);
  if (await areFriends(context, userId, toId)) throw errorOf('ALREADY_FRIENDS');
  if ((await friendships.countDocuments({ users: userId })) >= MAX_FRIENDS) throw errorOf('FRIENDS_FULL');
  const hasAsked = async () => (await requests.exists({ _id: towards(toId, userId) })) !== null;
  if (!(await hasAsked())) {
    await place(context, userId, toId, now);
    // Asked for again after the own request is there: of two that cross, one at least sees the other.
    if (!(await hasAsked())) {
      const friends = await areFriends(context, userId, toId);
      // The other's answer to an earlier press, or to this one, was faster.
      if (friends) await requests.deleteOne({ _id: towards(userId, toId) });
      else tellChanged([userId, toId]);
      return friends;
    }
  }
  await befriend(context, userId, toId, now);
  return true;
}

/**
 * Takes back the user's request and notifies both. An acceptance at the same moment may win: the two are friends then.
 * Throws NO_REQUEST.
 */
export async function withdrawRequest(
  { requests, tellChanged }: Pick<Parts, 'requests' | 'tellChanged'>,
  userId: string,
  toId: string,
): Promise<void> {
  const { deletedCount } = await requests.deleteOne({ _id: towards(userId, toId) });
  if (deletedCount === 0) throw errorOf('NO_REQUEST');
  tellChanged([userId, toId]);
}
