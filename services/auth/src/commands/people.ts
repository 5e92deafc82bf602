import {
  type FoundUser,
  type Profile,
  type PublicUser,
  type RouteReply,
  type Routes,
  SEARCH_RESULTS,
  type User,
} from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { searchKey } from '../policies/names.ts';

/** The account as its owner sees it. */
export function presentUser(user: UserRecord): User {
  return {
    _id: user._id.toString(),
    username: user.username,
    nickname: user.nickname,
    avatar: user.avatar,
    settings: { theme: user.settings.theme },
  };
}

/** The account as everybody sees it. */
function presentPublicUser(user: Pick<UserRecord, '_id' | 'nickname' | 'avatar'>): PublicUser {
  return {
    _id: user._id.toString(),
    nickname: user.nickname,
    avatar: user.avatar,
  };
}

/** The account as whoever looks for it sees it. */
export function presentFoundUser(
  user: Pick<UserRecord, '_id' | 'username' | 'nickname' | 'avatar'>,
): FoundUser {
  return { ...presentPublicUser(user), username: user.username };
}

type Found = Pick<UserRecord, '_id' | 'username' | 'usernameLower' | 'nickname' | 'nicknameLower' | 'avatar'>;

const FIELDS = { username: 1, usernameLower: 1, nickname: 1, nicknameLower: 1, avatar: 1 } as const;
/** No text has this character, and every other one comes before it: the end of whatever begins like a keyword. */
const LAST = '\u{10ffff}';

/**
 * Users whose username or nickname holds the keyword, whatever its case or width, SEARCH_RESULTS at most; the caller is
 * left out. Exact names come first, then those that begin with it, so that no name is hidden behind longer ones.
 */
export async function searchUsers(
  { users }: Pick<AuthContext, 'users'>,
  keyword: string,
  callerId: string,
): Promise<Found[]> {
  const wanted = searchKey(keyword);
  // Ranges of an index, not patterns: every character stands for itself, and the limit bounds what is read.
  const range = { $gte: wanted, $lt: wanted + LAST };
  const others = { _id: { $ne: callerId } };
  const beginningLikeIt = (name: 'usernameLower' | 'nicknameLower') =>
    users
      .find({ ...others, [name]: range }, FIELDS)
      .sort({ [name]: 1 })
      .limit(SEARCH_RESULTS)
      .lean();
  const holdingIt = () =>
    users
      .find({ ...others, nameParts: { $elemMatch: range } }, FIELDS)
      .limit(SEARCH_RESULTS)
      .lean();
  const first = await Promise.all([beginningLikeIt('usernameLower'), beginningLikeIt('nicknameLower')]);
  const found = new Map(first.flat().map((user) => [user._id.toString(), user]));
  if (found.size < SEARCH_RESULTS) {
    for (const user of await holdingIt())
      if (!found.has(user._id.toString())) found.set(user._id.toString(), user);
  }
  const isExact = (user: Found) => user.usernameLower === wanted || user.nicknameLower === wanted;
  return [...found.values()]
    .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    .slice(0, SEARCH_RESULTS);
}

const NOBODY: ReadonlySet<string> = new Set();

type Context = Pick<AuthContext, 'users' | 'whoIsOnline' | 'listFriendIds'>;

/**
 * A user as everybody sees them; `friends` only where they ask for themselves. Who is online and who is a friend is
 * left out while it cannot be asked: a name is shown all the same. Throws USER_NOT_FOUND.
 */
export async function showProfile(
  { users, whoIsOnline, listFriendIds }: Context,
  userId: string,
  callerId: string | undefined,
  requestId: string,
): Promise<Profile> {
  const user = await users.findById(userId, { nickname: 1, avatar: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const [online, friends] = await Promise.all([
    whoIsOnline([userId]).catch(() => NOBODY),
    callerId === userId ? listFriendIds(userId, requestId).catch(() => []) : [],
  ]);
  return { ...presentPublicUser(user), isOnline: online.has(userId), friends };
}

/** Users whom another service asks for; `presence`: with who of them is online, nobody while that cannot be asked. */
export async function listProfiles(
  { users, whoIsOnline }: Pick<Context, 'users' | 'whoIsOnline'>,
  { ids, presence }: { ids: readonly string[]; presence: boolean },
): Promise<RouteReply<Routes['listProfiles']>['profiles']> {
  const [found, online] = await Promise.all([
    users.find({ _id: { $in: ids } }, { username: 1, nickname: 1, avatar: 1 }).lean(),
    presence ? whoIsOnline(ids).catch(() => NOBODY) : null,
  ]);
  return found.map((user) => ({
    ...presentFoundUser(user),
    ...(online && { isOnline: online.has(user._id.toString()) }),
  }));
}
