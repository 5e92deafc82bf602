import {
  ANIMAL_AVATARS,
  EXPIRED_GUEST,
  GUEST_LIFE,
  type GuestName,
  guestName,
  type Proof,
} from '@doushouqi/protocol';
import { AppError, errorOf, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { namePartsOf, searchKey } from '../policies/names.ts';
import { isProven, issueChallenge } from '../policies/proofs.ts';
import type { Registered } from './accounts.ts';
import { assertProper, claimNickname, releaseNickname } from './nicknames.ts';
import { newRecovery } from './recovery.ts';

/** Digits of the generated nicknames that are tried one after the other. */
const DIGITS = [4, 4, 5, 6, 8];

/** Returns the unique key of a guest. No username contains a colon, so no login finds it. */
function guestKey(userId: Types.ObjectId): string {
  return `guest:${userId}`;
}

type Context = Pick<
  AuthContext,
  'users' | 'nicknames' | 'moderator' | 'attempts' | 'signingKey' | 'random' | 'now'
>;

/** Throws PROOF_REQUIRED with a new challenge unless the proof is valid, unused and for this address. */
async function assertWorked(
  { attempts, signingKey, now }: Context,
  proof: Proof | undefined,
  address: string,
): Promise<void> {
  const key = await signingKey();
  const refusal = () =>
    errorOf('PROOF_REQUIRED', { challenge: issueChallenge(key, address, now()), retryAfter: 1 });
  if (proof === undefined || !isProven(key, proof, address, now())) throw refusal();
  await attempts.useProof(proof.salt).catch((error: unknown) => {
    throw error instanceof AppError ? refusal() : error;
  });
}

/** Claims the chosen nickname, or a free generated one. Throws NICKNAME_TAKEN. */
async function claimName(
  context: Context,
  userId: Types.ObjectId,
  { nickname, avatar }: Wanted,
  at: Date,
): Promise<{ nickname: string; avatar: string }> {
  const { random } = context;
  if (nickname !== undefined) {
    await claimNickname(context, { nickname, userId, at });
    return { nickname, avatar: avatar ?? ANIMAL_AVATARS[Math.floor(random() * ANIMAL_AVATARS.length)]! };
  }
  for (const digits of DIGITS) {
    const name = guestName(random, digits);
    try {
      await claimNickname(context, { nickname: name.nickname, userId, at });
      return { ...name, ...(avatar && { avatar }) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  throw errorOf('NICKNAME_TAKEN');
}

type Wanted = { [Key in keyof GuestName]?: string | undefined };

interface NewGuest extends Wanted {
  proof?: Proof | undefined;
}

/**
 * Creates an account without password. Throws IMPROPER_NICKNAME, NICKNAME_RESERVED, PROOF_REQUIRED with a challenge
 * near the address's limit, GUESTS_LOCKED at it, and NICKNAME_TAKEN.
 */
export async function createGuest(
  context: Context,
  { proof, ...wanted }: NewGuest,
  address: string,
): Promise<UserRecord> {
  const { users, moderator, attempts, now } = context;
  if (wanted.nickname !== undefined) await assertProper(moderator, wanted.nickname);
  if (await attempts.needsProof(address)) await assertWorked(context, proof, address);
  await attempts.countGuest(address);
  const at = new Date(now());
  const _id = new Types.ObjectId();
  const user = await users.create({
    _id,
    usernameLower: guestKey(_id),
    ...(await claimName(context, _id, wanted, at)),
    passwordUpdatedAt: at,
    createdAt: at,
    guestSeenAt: at,
  });
  return user.toObject();
}

/** Returns the guest and notes the activity. Throws NOT_A_GUEST, USER_NOT_FOUND. */
export async function renewGuest(
  { users, now }: Pick<AuthContext, 'users' | 'now'>,
  userId: string,
): Promise<UserRecord> {
  const guest = { _id: userId, guestSeenAt: { $ne: null } };
  const user = await users
    .findOneAndUpdate(guest, { guestSeenAt: new Date(now()) }, { returnDocument: 'after' })
    .lean();
  if (user !== null) return user;
  throw errorOf((await users.exists({ _id: userId })) ? 'NOT_A_GUEST' : 'USER_NOT_FOUND');
}

interface GuestRegistration {
  username: string;
  password: string;
  nickname?: string | undefined;
}

/**
 * Turns a guest into a member with the same id; sessions that began before the returned time (epoch ms) end. Throws
 * what `register` does, and NOT_A_GUEST.
 */
export async function registerGuest(
  context: Pick<
    AuthContext,
    'users' | 'nicknames' | 'moderator' | 'attempts' | 'hashing' | 'sessions' | 'now' | 'logger'
  >,
  userId: string,
  form: GuestRegistration,
  address: string,
): Promise<Registered & { since: number }> {
  const { users, moderator, attempts, hashing, sessions, now, logger } = context;
  if (form.nickname !== undefined) await assertProper(moderator, form.nickname);
  const guest = await users.findById(userId).lean();
  if (guest?.guestSeenAt == null) throw errorOf(guest === null ? 'USER_NOT_FOUND' : 'NOT_A_GUEST');
  await attempts.countRegistration(address);
  const { username, nickname = guest.nickname } = form;
  const usernameLower = username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const isRenamed = skeletonOf(nickname) !== skeletonOf(guest.nickname);
  const claim = { nickname, userId: guest._id, at: new Date(now()) };
  if (isRenamed) await claimNickname(context, claim);
  const since = now() + 1;
  const { recoveryCodes, recoveryHashes } = newRecovery(userId);
  const names = { username, usernameLower, nickname, nicknameLower: searchKey(nickname) };
  try {
    const user = await users
      .findOneAndUpdate(
        { _id: userId, guestSeenAt: { $ne: null } },
        {
          $set: {
            ...names,
            nameParts: namePartsOf(username, nickname),
            passwordHash,
            recoveryHashes,
            passwordUpdatedAt: new Date(since),
          },
          $unset: { guestSeenAt: 1 },
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (user === null) throw errorOf('NOT_A_GUEST');
    if (isRenamed) await releaseNickname(context, { nickname: guest.nickname, userId: guest._id });
    await attempts.rememberOwner(usernameLower, address);
    // As for a password change: Redis is updated when it is available.
    await sessions
      .endBefore(userId, since)
      .catch((error: unknown) => logger.warn({ err: error, userId }, 'could not end older sessions yet'));
    return { user, since, recoveryCodes };
  } catch (error) {
    if (isRenamed && (isDuplicate(error) || error instanceof AppError)) await releaseNickname(context, claim);
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}

/** Guests that one run deletes; the next run deletes further ones. */
const BATCH = 500;

/**
 * Deletes guests without activity for GUEST_LIFE with their data and returns their number. The account is deleted last,
 * so that a failure is repeated by the next run. `now` in epoch ms.
 */
export async function expireGuests(
  context: Pick<AuthContext, 'users' | 'nicknames' | 'sessions' | 'forgetPlayer'>,
  now: number,
): Promise<number> {
  const { users, sessions, forgetPlayer } = context;
  const idle = { guestSeenAt: { $lt: new Date(now - GUEST_LIFE) } };
  const found = await users.find(idle, { nickname: 1 }).limit(BATCH).lean();
  let expired = 0;
  for (const { _id, nickname } of found) {
    await sessions.endBefore(_id.toString(), now);
    await forgetPlayer(_id.toString(), EXPIRED_GUEST);
    // A guest who returned meanwhile stays.
    const { deletedCount } = await users.deleteOne({ _id, ...idle });
    if (deletedCount > 0) await releaseNickname(context, { nickname, userId: _id });
    expired += deletedCount;
  }
  return expired;
}
