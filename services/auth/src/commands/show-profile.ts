import type { Profile } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { presentPublicUser } from '../presenters/user.ts';

type Context = Pick<AuthContext, 'users' | 'isOnline' | 'listFriendIds'>;

/**
 * A user as everybody sees them; `friends` only where they ask for themselves. Who is online and who is a friend is
 * left out while it cannot be asked: a name is shown all the same. Throws USER_NOT_FOUND.
 */
export async function showProfile(
  { users, isOnline, listFriendIds }: Context,
  userId: string,
  callerId: string | undefined,
  requestId: string,
): Promise<Profile> {
  const user = await users.findById(userId, { nickname: 1, avatar: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const [online, friends] = await Promise.all([
    isOnline(userId).catch(() => false),
    callerId === userId ? listFriendIds(userId, requestId).catch(() => []) : [],
  ]);
  return { ...presentPublicUser(user), isOnline: online, friends };
}
