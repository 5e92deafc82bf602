import type { FoundUser, PublicUser, User } from '@doushouqi/protocol';
import type { UserRecord } from '../models/user.ts';

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
export function presentPublicUser(user: Pick<UserRecord, '_id' | 'nickname' | 'avatar'>): PublicUser {
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
