import {
  type Friend,
  type FriendRequest,
  MAX_REQUESTS,
  type PublicUser,
  type SentRequest,
} from '@doushouqi/protocol';
import type { SocialContext } from '../context.ts';
import { friendIdsOf } from '../policies/relations.ts';
import { unreadBy } from './conversation.ts';

type Parts<K extends keyof SocialContext> = Pick<SocialContext, K | 'fetchProfiles'>;

/** Blocks that are shown; older ones hold all the same. */
const BLOCKS_SHOWN = 200;

const { compare } = new Intl.Collator('zh-CN');
/** Those who wrote or are there first. */
function byInterest(one: Friend, other: Friend): number {
  return (
    Number(other.unreadCount > 0) - Number(one.unreadCount > 0) ||
    Number(other.isOnline) - Number(one.isOnline) ||
    compare(one.nickname, other.nickname)
  );
}

/** A user's friends, where they are and what they wrote, in the order of the panel. */
export async function listFriends(
  context: Parts<'friendships' | 'unread' | 'online'>,
  userId: string,
  requestId: string,
): Promise<Friend[]> {
  const ids = await friendIdsOf(context, userId);
  if (ids.length === 0) return [];
  const [profiles, where, unread] = await Promise.all([
    context.fetchProfiles(ids, requestId),
    context.online.of(ids),
    unreadBy(context, userId, ids),
  ]);
  return ids
    .flatMap((id) => profiles.get(id) ?? [])
    .map((profile) => ({
      ...profile,
      isOnline: where.get(profile._id)?.online ?? false,
      currentRoom: where.get(profile._id)?.roomId ?? null,
      unreadCount: unread.get(profile._id) ?? 0,
    }))
    .sort(byInterest);
}

/** Requests that wait for the user's answer, newest first. */
export async function listRequests(
  { requests, fetchProfiles }: Parts<'requests'>,
  userId: string,
  requestId: string,
): Promise<FriendRequest[]> {
  const found = await requests.find({ to: userId }).sort({ at: -1 }).limit(MAX_REQUESTS).lean();
  const profiles = await fetchProfiles(
    found.map(({ from }) => from),
    requestId,
  );
  return found.flatMap(({ from, at }) => {
    const profile = profiles.get(from);
    return profile === undefined ? [] : [{ from: profile, at }];
  });
}

/** Requests of the user that wait for an answer, newest first, MAX_REQUESTS at most. */
export async function listSentRequests(
  { requests, fetchProfiles }: Parts<'requests'>,
  userId: string,
  requestId: string,
): Promise<SentRequest[]> {
  const found = await requests.find({ from: userId }).sort({ at: -1 }).limit(MAX_REQUESTS).lean();
  const profiles = await fetchProfiles(
    found.map(({ to }) => to),
    requestId,
  );
  return found.flatMap(({ to, at }) => {
    const profile = profiles.get(to);
    return profile === undefined ? [] : [{ to: profile, at }];
  });
}

/** Whom the user blocked, last first. */
export async function listBlocked(
  { blocks, fetchProfiles }: Parts<'blocks'>,
  userId: string,
  requestId: string,
): Promise<PublicUser[]> {
  const found = await blocks.find({ by: userId }).sort({ at: -1 }).limit(BLOCKS_SHOWN).lean();
  const ids = found.map(({ whom }) => whom);
  const profiles = await fetchProfiles(ids, requestId);
  return ids.flatMap((id) => profiles.get(id) ?? []);
}
