import { createHash } from 'node:crypto';
import { ANIMAL_AVATARS, type GuestName, guestName, type Proof } from '@doushouqi/protocol';
import { AppError, errorOf, isDuplicate, skeletonOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { NAMELESS, namePartsOf, searchKey } from '../policies/names.ts';
import type { Origin } from '../policies/origin.ts';
import type { Registered } from './accounts.ts';
import { endOlderSessions } from './end-sessions.ts';
import {
  assertNotRemoved,
  assertOwnUsername,
  assertProper,
  claimNickname,
  releaseNickname,
} from './nicknames.ts';
import { newRecovery } from './recovery.ts';
import { admitGuest, admitRegistration, type NewAccounts } from './strangers.ts';

/** Digits of the generated nicknames that are tried one after the other. */
const DIGITS = [4, 4, 5, 6, 8];

/** Returns the unique key of a guest. No username contains a colon, so no login finds it. */
function guestKey(userId: Types.ObjectId): string {
  return NAMELESS.guest + userId;
}

type Context = NewAccounts & Pick<AuthContext, 'random'>;

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
  /** A secret of the client, the same when it repeats a request whose reply was lost. */
  key?: string | undefined;
}

/** For how long a repeated request returns the guest of the first one. Milliseconds. */
const REPEATED_WITHIN = 600_000;

/** Returns the id of the guest that a key creates. The id is public, and reveals nothing about the key. */
function idOf(key: string): Types.ObjectId {
  return new Types.ObjectId(createHash('sha256').update(key).digest().subarray(0, 12));
}

/** Whether a request with the key of this account repeats the one that created it: a guest of the last minutes. */
function isRepeated({ createdAt, guestSeenAt, deletedAt }: UserRecord, now: number): boolean {
  const isLive = guestSeenAt != null && deletedAt == null;
  return isLive && now - createdAt.getTime() < REPEATED_WITHIN;
}

/**
 * Creates an account without password, or returns that of a repeated request. Throws IMPROPER_NICKNAME,
 * NICKNAME_RESERVED, NICKNAME_TAKEN, and as `admitGuest`.
 */
export async function createGuest(
  context: Context,
  { proof, key, ...wanted }: NewGuest,
  origin: Origin,
): Promise<UserRecord> {
  const { users, moderator, now } = context;
  const before = key === undefined ? null : await users.findById(idOf(key)).lean();
  if (before !== null && isRepeated(before, now())) return before;
  if (wanted.nickname !== undefined) await assertProper(moderator, wanted.nickname, 'guest');
  await admitGuest(context, proof, origin);
  const at = new Date(now());
  const _id = key === undefined || before !== null ? new Types.ObjectId() : idOf(key);
  const name = await claimName(context, _id, wanted, at);
  const dates = { passwordUpdatedAt: at, createdAt: at, guestSeenAt: at };
  try {
    return (await users.create({ _id, usernameLower: guestKey(_id), ...name, ...dates })).toObject();
  } catch (error) {
    // The first request was still running.
    const made = isDuplicate(error) ? await users.findById(_id).lean() : null;
    if (made === null) throw error;
    if (made.nickname !== name.nickname) await releaseNickname(context, { ...name, userId: _id });
    return made;
  }
}

/** Filter of a guest that is not being deleted. */
export function liveGuest(userId: string) {
  return { _id: userId, guestSeenAt: { $ne: null }, deletedAt: null };
}

/** Returns why an account is no live guest: NOT_A_GUEST, USER_NOT_FOUND, or TOKEN_EXPIRED while it is deleted. */
async function noGuest({ users }: Pick<AuthContext, 'users'>, userId: string): Promise<AppError> {
  const user = await users.findById(userId, { guestSeenAt: 1 }).lean();
  if (user === null) return errorOf('USER_NOT_FOUND');
  return errorOf(user.guestSeenAt == null ? 'NOT_A_GUEST' : 'TOKEN_EXPIRED');
}

/** Returns the guest and notes the activity. Throws as `noGuest`. */
export async function renewGuest(
  { users, now }: Pick<AuthContext, 'users' | 'now'>,
  userId: string,
): Promise<UserRecord> {
  const seen = { guestSeenAt: new Date(now()) };
  const user = await users.findOneAndUpdate(liveGuest(userId), seen, { returnDocument: 'after' }).lean();
  if (user === null) throw await noGuest({ users }, userId);
  return user;
}

interface GuestRegistration {
  username: string;
  password: string;
  nickname?: string | undefined;
  proof?: Proof | undefined;
}

/**
 * Turns a guest into a member with the same id; sessions that began before the returned time (epoch ms) end, and all of
 * the guest. Throws what `register` does, and as `noGuest`.
 */
export async function registerGuest(
  context: NewAccounts &
    Pick<AuthContext, 'hashing' | 'devices' | 'mailLinks' | 'challenges' | 'sessions' | 'logger'>,
  userId: string,
  form: GuestRegistration,
  origin: Origin,
): Promise<Registered & { since: number }> {
  const { address } = origin;
  const { users, moderator, attempts, hashing, now } = context;
  const guest = await users.findOne(liveGuest(userId)).lean();
  if (guest === null) throw await noGuest(context, userId);
  const { username, nickname = guest.nickname } = form;
  // Guests keep their nickname, also a generated one.
  const isRenamed = skeletonOf(nickname) !== skeletonOf(guest.nickname);
  assertOwnUsername(username);
  if (isRenamed) await assertProper(moderator, nickname, 'member');
  assertNotRemoved(guest, nickname);
  await admitRegistration(context, form.proof, origin);
  const usernameLower = username.toLowerCase();
  if (await users.exists({ usernameLower })) throw errorOf('USERNAME_TAKEN');
  const passwordHash = await hashing.run([address], () => hashPassword(form.password));
  const claim = { nickname, userId: guest._id, at: new Date(now()) };
  if (isRenamed) await claimNickname(context, claim);
  const { recoveryCodes, recoveryHashes } = newRecovery(userId);
  const names = { username, usernameLower, nickname, nicknameLower: searchKey(nickname) };
  try {
    const user = await users
      .findOneAndUpdate(
        liveGuest(userId),
        {
          $set: {
            ...names,
            nameParts: namePartsOf(username, nickname),
            passwordHash,
            recoveryHashes,
            codesUnseen: true,
            passwordUpdatedAt: new Date(now()),
            memberSince: new Date(now()),
          },
          $unset: { guestSeenAt: 1 },
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (user === null) throw await noGuest(context, userId);
    // After the change, because a renewal may be running.
    const since = await endOlderSessions(context, userId);
    if (isRenamed) await releaseNickname(context, { nickname: guest.nickname, userId: guest._id });
    await attempts.rememberOwner(usernameLower, address);
    return { user, since, recoveryCodes };
  } catch (error) {
    if (isRenamed && (isDuplicate(error) || error instanceof AppError)) await releaseNickname(context, claim);
    throw isDuplicate(error) ? errorOf('USERNAME_TAKEN', { cause: error }) : error;
  }
}
