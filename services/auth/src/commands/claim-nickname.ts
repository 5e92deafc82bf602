import { errorOf, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import type { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';

/** A claim this old whose account does not exist was left by a process that ended meanwhile. Milliseconds. */
const ABANDONED_AFTER = 60_000;

type Parts = Pick<AuthContext, 'users' | 'nicknames'>;

interface Claim {
  nickname: string;
  userId: Types.ObjectId;
  at: Date;
}

/** Takes an abandoned claim over; false where the claim stands. */
async function takeOver({ users, nicknames }: Parts, _id: string, { userId, at }: Claim): Promise<boolean> {
  const held = await nicknames.findById(_id).lean();
  if (held === null || at.getTime() - held.at.getTime() < ABANDONED_AFTER) return false;
  if (await users.exists({ _id: held.userId })) return false;
  const { matchedCount } = await nicknames.updateOne({ _id, userId: held.userId }, { userId, at });
  return matchedCount > 0;
}

/** Claims a nickname, and all that look like it, for an account that is about to be stored. Throws NICKNAME_TAKEN. */
export async function claimNickname(parts: Parts, claim: Claim): Promise<void> {
  const _id = skeletonOf(claim.nickname);
  try {
    await parts.nicknames.create({ _id, userId: claim.userId, at: claim.at });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if (!(await takeOver(parts, _id, claim))) throw errorOf('NICKNAME_TAKEN', { cause: error });
  }
}

/** Gives a claim back. */
export async function releaseNickname(
  { nicknames }: Pick<Parts, 'nicknames'>,
  { nickname, userId }: Pick<Claim, 'nickname' | 'userId'>,
): Promise<void> {
  await nicknames.deleteOne({ _id: skeletonOf(nickname), userId });
}
