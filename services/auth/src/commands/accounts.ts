import { ANIMAL_AVATARS, DEFAULT_AVATAR } from '@doushouqi/protocol';
import { errorOf, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { isReservedNickname, namePartsOf, searchKey } from '../policies/names.ts';
import { newRecovery } from './recovery.ts';

/**
 * Age after which a claim without account is abandoned: its process ended before it stored the account.
 * Milliseconds.
 */
const ABANDONED_AFTER = 60_000;

type Parts = Pick<AuthContext, 'users' | 'nicknames'>;

interface Claim {
  nickname: string;
  userId: Types.ObjectId;
  at: Date;
}

/** Takes over an abandoned claim. Returns false if the claim is valid. */
async function takeOver({ users, nicknames }: Parts, _id: string, { userId, at }: Claim): Promise<boolean> {
  const held = await nicknames.findById(_id).lean();
  if (held === null || at.getTime() - held.at.getTime() < ABANDONED_AFTER) return false;
  if (await users.exists({ _id: held.userId })) return false;
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

interface Registration {
  username: string;
  nickname: string;
  password: string;
}

/** Throws IMPROPER_NICKNAME and NICKNAME_RESERVED. */
export async function assertProper(moderator: AuthContext['moderator'], nickname: string): Promise<void> {
  if ((await moderator.moderate(nickname)) !== null) throw errorOf('IMPROPER_NICKNAME');
  if (isReservedNickname(nickname)) throw errorOf('NICKNAME_RESERVED');
}

/** A new member. `recoveryCodes` are stored as hashes only. */
export interface Registered {
  user: UserRecord;
  recoveryCodes: string[];
}

/**
 * Creates an account with a random avatar; `now` in epoch ms. Throws IMPROPER_NICKNAME and NICKNAME_RESERVED
 * (not counted), REGISTRATION_LOCKED, and USERNAME_TAKEN or NICKNAME_TAKEN, also if a concurrent registration
 * wins.
 */
export async function register(
  context: Pick<AuthContext, 'users' | 'nicknames' | 'moderator' | 'attempts' | 'hashing' | 'random'>,
  form: Registration,
  address: string,
  now: number,
): Promise<Registered> {
  const { users, moderator, attempts, hashing, random } = context;
  await assertProper(moderator, form.nickname);
  await attempts.countRegistration(address);
  const usernameLower = form.username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const { username, nickname } = form;
  const at = new Date(now);
  const claim = { nickname, userId: new Types.ObjectId(), at };
  const { recoveryCodes, recoveryHashes } = newRecovery(claim.userId.toString());
  await claimNickname(context, claim);
  try {
    const user = await users.create({
      _id: claim.userId,
      username,
      usernameLower,
      nickname,
      nicknameLower: searchKey(nickname),
      nameParts: namePartsOf(username, nickname),
      avatar: ANIMAL_AVATARS[Math.floor(random() * ANIMAL_AVATARS.length)] ?? DEFAULT_AVATAR,
      passwordHash,
      recoveryHashes,
      passwordUpdatedAt: at,
      createdAt: at,
    });
    await attempts.rememberOwner(usernameLower, address);
    return { user: user.toObject(), recoveryCodes };
  } catch (error) {
    if (isDuplicate(error)) await releaseNickname(context, claim);
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}

/** Stores a setting and notifies the user's other windows. Throws USER_NOT_FOUND, RATE_LIMITED. */
export async function changeSettings(
  { users, limits, notifier, logger }: Pick<AuthContext, 'users' | 'limits' | 'notifier' | 'logger'>,
  userId: string,
  change: { avatar: string } | { 'settings.theme': string },
): Promise<void> {
  await limits.changes.consume(userId);
  const { matchedCount } = await users.updateOne({ _id: userId }, change);
  if (matchedCount === 0) throw errorOf('USER_NOT_FOUND');
  // Windows that miss it load the setting at their next start.
  notifier
    .notify([userId], { event: 'userChanged', payload: {} })
    .catch((error: unknown) => logger.warn({ err: error }, 'could not notify the windows of a user'));
}
