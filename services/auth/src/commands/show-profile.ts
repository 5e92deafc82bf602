import type { Profile, RouteReply, Routes } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { presentFoundUser, presentPublicUser } from '../presenters/user.ts';

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
