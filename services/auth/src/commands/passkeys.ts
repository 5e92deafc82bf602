import type { NewPasskey, PasskeyAnswer } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyRecord } from '../access-models.ts';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { isSuspended, passkeyWay } from '../policies/access.ts';
import type { Origin } from '../policies/origin.ts';
import { type Noting, noteChange } from './access-changes.ts';
import { assertOpen, type ClosureContext } from './closures.ts';
import { assertStaying } from './deletion.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/** Most passkeys of a user. */
const MOST = 10;
/** A question is valid for this time. Milliseconds. */
const CHALLENGE_LIFE = 300_000;
/** EdDSA, ES256, RS256: every version of Node verifies them. */
const ALGORITHMS = [-8, -7, -257];
const PRODUCT = '斗兽棋';

type Parts = Pick<AuthContext, 'users' | 'passkeys' | 'challenges' | 'site' | 'now'>;
type Site = NonNullable<AuthContext['site']>;

/** Returns the site of an address: browsers offer a passkey only there. */
export function siteOf(publicUrl: string): Site {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, host: hostname };
}

/** Throws PASSKEYS_OFF. */
function siteIn({ site }: Pick<Parts, 'site'>): Site {
  if (site === null) throw errorOf('PASSKEYS_OFF');
  return site;
}

/** `at`: when the question was asked for, before the password was checked; epoch ms. */
async function storeChallenge(
  { challenges }: Parts,
  challenge: string,
  userId: string | null,
  at: number,
): Promise<void> {
  await challenges.create({ _id: challenge, userId, expiresAt: new Date(at + CHALLENGE_LIFE) });
}

/** Returns a check of the challenge in an answer, which notes it. */
function challengeCheck({ challenges, now }: Parts, userId: string | null) {
  const valid = (challenge: string) => ({ _id: challenge, userId, expiresAt: { $gt: new Date(now()) } });
  let seen = '';
  return {
    check: async (challenge: string): Promise<boolean> => {
      seen = challenge;
      return (await challenges.exists(valid(challenge))) !== null;
    },
    /** Takes the challenge and resolves to the time of the question, or null: of two uses one succeeds. */
    async take(): Promise<Date | null> {
      const taken = await challenges.findOneAndDelete(valid(seen)).lean();
      return taken && new Date(taken.expiresAt.getTime() - CHALLENGE_LIFE);
    },
  };
}

/** Returns the options of a new passkey of a user who states the password. Throws PASSKEYS_OFF, and as `withPassword`. */
export async function askNewPasskey(
  context: Parts & PasswordContext,
  userId: string,
  password: string,
  address: string,
) {
  const { host } = siteIn(context);
  const asked = context.now();
  const user = await withPassword(context, userId, password, address, async (member) => member);
  const known = await context.passkeys.find({ userId }, { _id: 1 }).lean();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: host,
    userID: new TextEncoder().encode(userId),
    userName: user.username,
    userDisplayName: user.nickname,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ _id }) => ({ id: _id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(context, options.challenge, userId, asked);
  return { ...options };
}

/**
 * Stores a passkey and returns its account, in one transaction: the account is written, so that of two additions at once
 * one sees the other, and none follows an event that ended its question. Throws PASSKEY_FAILED, PASSKEYS_FULL.
 */
async function storePasskey({ users, passkeys }: Parts, passkey: PasskeyRecord): Promise<UserRecord> {
  const { userId, since } = passkey;
  const session = await users.startSession();
  try {
    return await session.withTransaction(async () => {
      const user = await users
        .findOneAndUpdate(
          { _id: userId, passwordUpdatedAt: { $lte: since } },
          { $inc: { passkeysAdded: 1 } },
          { session },
        )
        .lean();
      if (user === null) throw errorOf('PASSKEY_FAILED');
      if ((await passkeys.countDocuments({ userId }).session(session)) >= MOST)
        throw errorOf('PASSKEYS_FULL');
      await passkeys.create([passkey], { session });
      return user;
    });
  } catch (error) {
    throw isDuplicate(error) ? errorOf('PASSKEY_FAILED', { cause: error }) : error;
  } finally {
    await session.endSession();
  }
}

/** Stores a new passkey. Throws PASSKEYS_OFF, PASSKEY_FAILED, PASSKEYS_FULL. */
export async function addPasskey(
  context: Parts & Noting,
  userId: string,
  response: NewPasskey,
  origin: Origin,
): Promise<void> {
  const site = siteIn(context);
  const challenge = challengeCheck(context, userId);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw errorOf('PASSKEY_FAILED', { cause: error });
  });
  const since = verified ? await challenge.take() : null;
  if (!verified || since === null) throw errorOf('PASSKEY_FAILED');
  const { id, publicKey, counter } = registrationInfo.credential;
  const { device: name, network } = origin;
  const made = { _id: id, userId, publicKey: Buffer.from(publicKey), counter, name, network, since };
  await noteChange(context, await storePasskey(context, made), 'passkey', origin);
}

/** Removes a passkey of the user. Throws NOT_FOUND. */
export async function removePasskey(
  context: Parts & Noting,
  userId: string,
  passkeyId: string,
  origin: Origin,
): Promise<void> {
  const { users, passkeys } = context;
  const { deletedCount } = await passkeys.deleteOne({ _id: passkeyId, userId });
  if (deletedCount === 0) throw errorOf('NOT_FOUND');
  const user = await users.findById(userId).lean();
  if (user !== null) await noteChange(context, user, 'passkey-removed', origin);
}

/** Returns the options of a login by any passkey. Throws PASSKEYS_OFF, and LOGIN_LOCKED after too many of an address. */
export async function askPasskey(context: Parts & Pick<AuthContext, 'attempts'>, address: string) {
  const { host } = siteIn(context);
  await context.attempts.countPasskey(address);
  const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' });
  await storeChallenge(context, options.challenge, null, context.now());
  return { ...options };
}

/**
 * Finds the account by the answer of a passkey, which counts once. Throws PASSKEYS_OFF, PASSKEY_FAILED, LOGIN_LOCKED
 * after too many attempts of an address, ACCOUNT_CLOSED, and ACCOUNT_LEAVING.
 */
export async function logInByPasskey(
  context: Parts & ClosureContext & Pick<AuthContext, 'attempts'>,
  { response, restore }: { response: PasskeyAnswer; restore: boolean },
  from: Origin,
): Promise<UserRecord> {
  const { users, passkeys, attempts } = context;
  const { origin, host } = siteIn(context);
  const { address } = from;
  await attempts.countPasskey(address);
  const passkey = await passkeys.findById(response.id).lean();
  const user = passkey && (await users.findById(passkey.userId).lean());
  if (!passkey || !user || isSuspended(passkeyWay(passkey), user.accessReview))
    throw errorOf('PASSKEY_FAILED');
  const challenge = challengeCheck(context, null);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: passkey._id, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter },
  }).catch((error: unknown) => {
    throw errorOf('PASSKEY_FAILED', { cause: error });
  });
  if (!verified) throw errorOf('PASSKEY_FAILED');
  await assertOpen(context, user, from);
  // Before the challenge is taken, so that the same answer may follow the question.
  await assertStaying(context, user, restore, 'PASSKEY_FAILED');
  if ((await challenge.take()) === null) throw errorOf('PASSKEY_FAILED');
  await passkeys.updateOne({ _id: passkey._id }, { $max: { counter: authenticationInfo.newCounter } });
  await attempts.rememberOwner(user.usernameLower, address);
  return user;
}

/** Returns stored bytes: the driver returns its own type. */
function bytesOf(stored: Buffer | { buffer: Uint8Array }): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.isBuffer(stored) ? stored : stored.buffer);
}
