import {
  type FoundUser,
  type Friend,
  type FriendRequest,
  MAX_REQUESTS,
  type PublicUser,
  type SentRequest,
} from '@doushouqi/protocol';
import { errorOf, type FetchProfiles } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { unreadBy } from './messages.ts';
import { friendIdsOf } from './relations.ts';

/** Fetches one profile. Throws USER_NOT_FOUND. */
export async function fetchProfile(
  fetchProfiles: FetchProfiles,
  userId: string,
  requestId: string,
): Promise<FoundUser> {
  const profile = (await fetchProfiles([userId], { requestId })).get(userId);
  if (profile === undefined || profile.isGone) throw errorOf('USER_NOT_FOUND');
  return profile;
}

type Parts<K extends keyof SocialContext> = Pick<SocialContext, K | 'fetchProfiles'>;

/** Most listed blocks; older ones stay active. */
const BLOCKS_SHOWN = 200;

const { compare } = new Intl.Collator('zh-CN');
/** Sorts friends with unread messages or presence first. */
function byInterest(one: Friend, other: Friend): number {
  return (
    Number(other.unreadCount > 0) - Number(one.unreadCount > 0) ||
    Number(other.isOnline) - Number(one.isOnline) ||
    compare(one.nickname, other.nickname)
  );
}

/** Lists friends with presence and unread counts, in the order of the panel. */
export async function listFriends(
  context: Parts<'friendships' | 'unread' | 'online'>,
  userId: string,
  requestId: string,
): Promise<Friend[]> {
  const ids = await friendIdsOf(context, userId);
  if (ids.length === 0) return [];
  const [profiles, where, unread] = await Promise.all([
    context.fetchProfiles(ids, { requestId }),
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

/** Lists received requests, newest first. */
export async function listRequests(
  { requests, fetchProfiles }: Parts<'requests'>,
  userId: string,
  requestId: string,
): Promise<FriendRequest[]> {
  const found = await requests.find({ to: userId }).sort({ at: -1 }).limit(MAX_REQUESTS).lean();
  const profiles = await fetchProfiles(
    found.map(({ from }) => from),
    { requestId },
  );
  return found.flatMap(({ from, at }) => {
    const profile = profiles.get(from);
    return profile === undefined ? [] : [{ from: profile, at }];
  });
}

/** Lists sent requests, newest first, up to MAX_REQUESTS. */
export async function listSentRequests(
  { requests, fetchProfiles }: Parts<'requests'>,
  userId: string,
  requestId: string,
): Promise<SentRequest[]> {
  const found = await requests.find({ from: userId }).sort({ at: -1 }).limit(MAX_REQUESTS).lean();
  const profiles = await fetchProfiles(
    found.map(({ to }) => to),
    { requestId },
  );
  return found.flatMap(({ to, at }) => {
    const profile = profiles.get(to);
    return profile === undefined ? [] : [{ to: profile, at }];
  });
}

/** Lists blocked users, last first. */
export async function listBlocked(
  { blocks, fetchProfiles }: Parts<'blocks'>,
  userId: string,
  requestId: string,
): Promise<PublicUser[]> {
  const found = await blocks.find({ by: userId }).sort({ at: -1 }).limit(BLOCKS_SHOWN).lean();
  const ids = found.map(({ whom }) => whom);
  const profiles = await fetchProfiles(ids, { requestId });
  return ids.flatMap((id) => profiles.get(id) ?? []);
}
