import { DEFAULT_AVATAR } from '@doushouqi/protocol';
import { AppError, errorOf, skeletonOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { roleOf, type UserRecord } from '../models.ts';
import { isNeutralNickname, namePartsOf, neutralNickname, searchKey } from '../policies/names.ts';
import { type Ending, endOlderSessions } from './end-sessions.ts';
import { claimNickname, heldNames, releaseNickname } from './nicknames.ts';
import { notifyUser } from './settings.ts';

/** Removed nicknames that an account holds; the oldest are released. */
const MOST_REMOVED = 20;
/** Digits of the neutral nicknames that are tried one after the other. */
const DIGITS = [4, 5, 6, 8];

type Naming = Pick<AuthContext, 'users' | 'nicknames' | 'notifier' | 'logger' | 'random' | 'now'>;

/** Claims a free neutral nickname. Throws NICKNAME_TAKEN. */
async function claimNeutral(context: Naming, { _id }: UserRecord, at: Date): Promise<string> {
  for (const digits of DIGITS) {
    const nickname = neutralNickname(context.random, digits);
    try {
      await claimNickname(context, { nickname, userId: _id, at });
      return nickname;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  throw errorOf('NICKNAME_TAKEN');
}

/**
 * Gives an account a neutral nickname, which it may change at once, but not to the removed one, which no user gets. An
 * account with a neutral one stays as it is. Throws USER_NOT_FOUND, also for bots; and NICKNAME_TOO_SOON if the owner
 * changed the nickname meanwhile.
 */
export async function renamePerson(context: Naming, userId: string): Promise<void> {
  const { users, now } = context;
  const user = await users.findOne({ _id: userId, deletedAt: null }).lean();
  if (user === null || roleOf(user) === 'bot') throw errorOf('USER_NOT_FOUND');
  if (isNeutralNickname(user.nickname)) return;
  const at = new Date(now());
  const nickname = await claimNeutral(context, user, at);
  const isGuest = roleOf(user) === 'guest';
  const removedNicknames = [...(user.removedNicknames ?? []), skeletonOf(user.nickname)].slice(-MOST_REMOVED);
  const changed = await users
    .findOneAndUpdate(
      { _id: userId, nickname: user.nickname },
      {
        $set: {
          nickname,
          removedNicknames,
          ...(!isGuest && {
            nicknameLower: searchKey(nickname),
            nameParts: namePartsOf(user.username, nickname),
          }),
        },
        $unset: { nicknameChangedAt: 1 },
        $push: { formerNicknames: { nickname: user.nickname, until: at } },
      },
      { returnDocument: 'after' },
    )
    .lean();
  if (changed === null) {
    await releaseNickname(context, { nickname, userId: user._id });
    throw errorOf('NICKNAME_TOO_SOON');
  }
  const last = user.formerNicknames?.at(-1)?.nickname;
  if (last !== undefined && !heldNames(changed).includes(skeletonOf(last)))
    await releaseNickname(context, { nickname: last, userId: user._id });
  notifyUser(context, userId);
}

/** Gives an account the default avatar. Idempotent. Throws USER_NOT_FOUND, also for bots. */
export async function resetAvatar(
  context: Pick<AuthContext, 'users' | 'notifier' | 'logger'>,
  userId: string,
): Promise<void> {
  const person = await context.users.findOne({ _id: userId, deletedAt: null }).lean();
  if (person === null || roleOf(person) === 'bot') throw errorOf('USER_NOT_FOUND');
  await context.users.updateOne({ _id: userId }, { avatar: DEFAULT_AVATAR });
  notifyUser(context, userId);
}

/**
 * Ends all sessions of a closed account, its links and its connections. Its sessions stay in its file until they expire.
 * The sessions of a guest last: they are refused while it is closed, and afterwards there is no other way in. Throws
 * USER_NOT_FOUND. Idempotent.
 */
export async function endSessionsOf(
  context: Ending & Pick<AuthContext, 'notifier'>,
  userId: string,
): Promise<void> {
  const { users, notifier, now } = context;
  const user = await users.findById(userId).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  const isGuest = roleOf(user) === 'guest';
  const before = isGuest ? now() + 1 : await endOlderSessions(context, userId, { keepsDevices: true });
  await notifier.endSessions(userId, before);
}
