import { NICKNAME_INTERVAL } from '@doushouqi/protocol';
import { errorOf, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import type { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { namePartsOf, searchKey } from '../policies/names.ts';
import { isGuestNickname, isReservedNickname, isReservedUsername } from '../policies/reserved-names.ts';
import { notifyUser } from './settings.ts';

/**
 * Age after which a claim that its account does not use is abandoned: its process ended before it stored the account.
 * Milliseconds.
 */
const ABANDONED_AFTER = 60_000;

type Parts = Pick<AuthContext, 'users' | 'nicknames'>;

interface Claim {
  nickname: string;
  userId: Types.ObjectId;
  at: Date;
}

type Names = Pick<UserRecord, 'nickname' | 'formerNicknames' | 'removedNicknames'>;

/** Returns the skeletons that an account claims: of its nickname, of the last one before, and of removed ones. */
export function heldNames({ nickname, formerNicknames, removedNicknames = [] }: Names): string[] {
  const last = formerNicknames?.at(-1)?.nickname;
  return [...[nickname, ...(last === undefined ? [] : [last])].map(skeletonOf), ...removedNicknames];
}

/** Throws IMPROPER_NICKNAME for a nickname that operators took from this account. */
export function assertNotRemoved({ removedNicknames }: Names, nickname: string): void {
  if (removedNicknames?.includes(skeletonOf(nickname))) throw errorOf('IMPROPER_NICKNAME');
}

/** Takes over an abandoned claim, or one of the same account. Returns false if the claim is valid. */
async function takeOver({ users, nicknames }: Parts, _id: string, { userId, at }: Claim): Promise<boolean> {
  const held = await nicknames.findById(_id).lean();
  if (held?.userId.equals(userId)) return true;
  if (held === null || at.getTime() - held.at.getTime() < ABANDONED_AFTER) return false;
  const names = { nickname: 1, formerNicknames: 1, removedNicknames: 1 } as const;
  const owner = await users.findById(held.userId, names).lean();
  if (owner && heldNames(owner).includes(_id)) return false;
  const { matchedCount } = await nicknames.updateOne({ _id, userId: held.userId }, { userId, at });
  return matchedCount > 0;
}

/** Claims a nickname and all look-alikes for an account that will be stored. Throws NICKNAME_TAKEN. */
export async function claimNickname(parts: Parts, claim: Claim): Promise<void> {
  const _id = skeletonOf(claim.nickname);
  try {
    await parts.nicknames.create({ _id, userId: claim.userId, at: claim.at });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if (!(await takeOver(parts, _id, claim))) throw errorOf('NICKNAME_TAKEN', { cause: error });
  }
}

/** Releases a claim. */
export async function releaseNickname(
  { nicknames }: Pick<Parts, 'nicknames'>,
  { nickname, userId }: Pick<Claim, 'nickname' | 'userId'>,
): Promise<void> {
  await nicknames.deleteOne({ _id: skeletonOf(nickname), userId });
}

/** Throws IMPROPER_NICKNAME and NICKNAME_RESERVED; generated nicknames are for guests. */
export async function assertProper(
  moderator: AuthContext['moderator'],
  nickname: string,
  owner: 'guest' | 'member',
): Promise<void> {
  if ((await moderator.moderate(nickname)) !== null) throw errorOf('IMPROPER_NICKNAME');
  if (isReservedNickname(nickname) || (owner === 'member' && isGuestNickname(nickname)))
    throw errorOf('NICKNAME_RESERVED');
}

/** Throws USERNAME_RESERVED. */
export function assertOwnUsername(username: string): void {
  if (isReservedUsername(username)) throw errorOf('USERNAME_RESERVED');
}

/** Releases every nickname that an account holds. */
export async function releaseNicknames(
  { nicknames }: Pick<Parts, 'nicknames'>,
  user: Names & Pick<UserRecord, '_id'>,
): Promise<void> {
  await nicknames.deleteMany({ _id: { $in: heldNames(user) }, userId: user._id });
}

/** Returns when the nickname may be changed, epoch ms. */
export function nicknameChangeableAt({ nicknameChangedAt }: Pick<UserRecord, 'nicknameChangedAt'>): number {
  return nicknameChangedAt === undefined ? 0 : nicknameChangedAt.getTime() + NICKNAME_INTERVAL;
}

/**
 * Changes the nickname of a member and notifies the user's windows. Until the next change the account holds the old
 * one too. Throws IMPROPER_NICKNAME, NICKNAME_RESERVED, NICKNAME_TAKEN, NICKNAME_TOO_SOON, RATE_LIMITED.
 */
export async function changeNickname(
  context: Parts & Pick<AuthContext, 'moderator' | 'limits' | 'notifier' | 'logger' | 'now'>,
  userId: string,
  nickname: string,
): Promise<UserRecord> {
  const { users, moderator, limits, now } = context;
  await limits.changes.consume(userId);
  await assertProper(moderator, nickname, 'member');
  const user = await users.findById(userId).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  if (user.nickname === nickname) return user;
  assertNotRemoved(user, nickname);
  if (nicknameChangeableAt(user) > now()) throw errorOf('NICKNAME_TOO_SOON');
  const at = new Date(now());
  const isHeld = heldNames(user).includes(skeletonOf(nickname));
  const claim = { nickname, userId: user._id, at };
  if (!isHeld) await claimNickname(context, claim);
  const changed = await users
    .findOneAndUpdate(
      { _id: userId, nickname: user.nickname, nicknameChangedAt: user.nicknameChangedAt ?? null },
      {
        $set: {
          nickname,
          nicknameLower: searchKey(nickname),
          nameParts: namePartsOf(user.username, nickname),
          nicknameChangedAt: at,
        },
        $push: { formerNicknames: { nickname: user.nickname, until: at } },
      },
      { returnDocument: 'after' },
    )
    .lean();
  if (changed === null) {
    // Another window was faster.
    if (!isHeld) await releaseNickname(context, claim);
    throw errorOf('NICKNAME_TOO_SOON');
  }
  const last = user.formerNicknames?.at(-1)?.nickname;
  if (last !== undefined && !heldNames(changed).includes(skeletonOf(last)))
    await releaseNickname(context, { nickname: last, userId: user._id });
  notifyUser(context, userId);
  return changed;
}
