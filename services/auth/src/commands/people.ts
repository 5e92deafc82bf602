import {
  type Account,
  type FoundUser,
  type Profile,
  type PublicUser,
  type RouteReply,
  type Routes,
  SEARCH_RESULTS,
  type User,
} from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { PasskeyRecord } from '../access-models.ts';
import type { AuthContext } from '../context.ts';
import { roleOf, type UserRecord } from '../models.ts';
import { suspendedWays } from '../policies/access.ts';
import { prefixRange, searchKey, type TextRange, usernameRanges } from '../policies/names.ts';
import { nicknameChangeableAt } from './nicknames.ts';

/** The fields that `roleOf` reads. */
const ROLE_FIELDS = { role: 1, isBot: 1, guestSeenAt: 1 } as const;

/** Returns the mark of a guest or a bot. */
function roleMarkOf(user: Pick<UserRecord, keyof typeof ROLE_FIELDS>): { isGuest?: true; isBot?: true } {
  const role = roleOf(user);
  return { ...(role === 'guest' && { isGuest: true }), ...(role === 'bot' && { isBot: true }) };
}

/** Returns the mark of a deleted account. */
function goneMarkOf({ deletedAt }: Pick<UserRecord, 'deletedAt'>): { isGone?: true } {
  return deletedAt == null ? {} : { isGone: true };
}

/** Presents an account to its owner. */
export function presentUser(user: UserRecord): User {
  return {
    _id: user._id.toString(),
    username: user.username,
    nickname: user.nickname,
    avatar: user.avatar,
    settings: { theme: user.settings.theme },
    ...roleMarkOf(user),
  };
}

/** Presents what only the owner of an account sees. */
export function presentAccount(
  user: UserRecord,
  passkeys: readonly Pick<PasskeyRecord, '_id' | 'name' | 'since'>[],
  { mailer, site, now }: Pick<AuthContext, 'mailer' | 'site' | 'now'>,
): Account {
  const changeableAt = nicknameChangeableAt(user);
  return {
    recoveryCodesLeft: user.codesUnseen ? 0 : (user.recoveryHashes?.length ?? 0),
    email: user.email ?? null,
    hasMail: mailer !== null,
    hasPasskeys: site !== null,
    passkeys: passkeys.map(({ _id, name, since }) => ({ id: _id, name, since: since.getTime() })),
    nicknameChangeableAt: changeableAt > now() ? changeableAt : null,
    formerNicknames: (user.formerNicknames ?? []).map(({ nickname, until }) => ({
      nickname,
      until: until.getTime(),
    })),
    suspended: suspendedWays(user, passkeys).map(({ id }) => id),
  };
}

type Shown = Pick<UserRecord, '_id' | 'nickname' | 'avatar' | keyof typeof ROLE_FIELDS>;

/** Presents an account to other users. */
export function presentPublicUser(user: Shown): PublicUser {
  return {
    _id: user._id.toString(),
    nickname: user.nickname,
    avatar: user.avatar,
    ...roleMarkOf(user),
  };
}

/** Presents an account as a search result. */
export function presentFoundUser(user: Shown & Pick<UserRecord, 'username'>): FoundUser {
  return { ...presentPublicUser(user), username: user.username };
}

const FIELDS = {
  username: 1,
  usernameLower: 1,
  nickname: 1,
  nicknameLower: 1,
  avatar: 1,
  ...ROLE_FIELDS,
} as const;
type Found = Pick<UserRecord, '_id' | keyof typeof FIELDS>;

/**
 * Finds up to SEARCH_RESULTS other users whose username or nickname contains the keyword, ignoring case and
 * width. Exact names come first, then prefixes, so that longer names never hide a name.
 */
export async function searchUsers(
  { users }: Pick<AuthContext, 'users'>,
  keyword: string,
  callerId: string,
): Promise<Found[]> {
  const wanted = searchKey(keyword);
  // Index ranges instead of patterns: every character is literal, and the limit bounds the read. Guests and deleted
  // accounts are in none of them.
  const range = prefixRange(wanted);
  const others = { _id: { $ne: callerId } };
  const within = (name: 'usernameLower' | 'nicknameLower', names: TextRange) =>
    users
      .find({ ...others, [name]: names }, FIELDS)
      .sort({ [name]: 1 })
      .limit(SEARCH_RESULTS)
      .lean();
  const holdingIt = () =>
    users
      .find({ ...others, nameParts: { $elemMatch: range } }, FIELDS)
      .limit(SEARCH_RESULTS)
      .lean();
  const first = await Promise.all([
    ...usernameRanges(wanted).map((names) => within('usernameLower', names)),
    within('nicknameLower', range),
  ]);
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

const NO_USERS: ReadonlySet<string> = new Set();

/** A bot that plays nothing has no connection, and plays at once if it is asked. */
function isOnline(user: Shown, online: ReadonlySet<string>): boolean {
  return roleOf(user) === 'bot' || online.has(user._id.toString());
}

type Context = Pick<AuthContext, 'users' | 'whoIsOnline' | 'listFriendIds'>;

/**
 * Presents a user; `friends` only to the user. Presence and friends are omitted while their source is
 * unavailable. Throws USER_NOT_FOUND.
 */
export async function showProfile(
  { users, whoIsOnline, listFriendIds }: Context,
  userId: string,
  callerId: string | undefined,
  requestId: string,
): Promise<Profile> {
  const user = await users.findById(userId, { nickname: 1, avatar: 1, deletedAt: 1, ...ROLE_FIELDS }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const [online, friends] = await Promise.all([
    whoIsOnline([userId]).catch(() => NO_USERS),
    callerId === userId ? listFriendIds(userId, requestId).catch(() => []) : [],
  ]);
  return { ...presentPublicUser(user), ...goneMarkOf(user), isOnline: isOnline(user, online), friends };
}

/** Presents users to another service; `presence` adds who is online, or no one while that is unknown. */
export async function listProfiles(
  { users, whoIsOnline }: Pick<Context, 'users' | 'whoIsOnline'>,
  { ids, presence }: { ids: readonly string[]; presence: boolean },
): Promise<RouteReply<Routes['listProfiles']>['profiles']> {
  const [found, online] = await Promise.all([
    users
      .find({ _id: { $in: ids } }, { username: 1, nickname: 1, avatar: 1, deletedAt: 1, ...ROLE_FIELDS })
      .lean(),
    presence ? whoIsOnline(ids).catch(() => NO_USERS) : null,
  ]);
  return found.map((user) => ({
    ...presentFoundUser(user),
    ...goneMarkOf(user),
    ...(online && { isOnline: isOnline(user, online) }),
  }));
}
