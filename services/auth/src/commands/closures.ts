import type { Letter, Sanctions } from '@doushouqi/protocol';
import {
  errorOf,
  refuseClosedOrigin,
  sanctionRefusal,
  sanctionsOf,
  type Visit,
} from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { memberSinceOf, roleOf, type UserRecord } from '../models.ts';
import type { Origin } from '../policies/origin.ts';
import { type Credentials, withCredentials } from './credentials.ts';
import type { PasswordContext } from './own-password.ts';

export type ClosureContext = Pick<AuthContext, 'redis' | 'moderation' | 'origins' | 'logger' | 'now'>;

/** Returns the sanctions of a user; none while Redis is unavailable, when no service accepts a token. */
async function knownSanctions({ redis, logger, now }: ClosureContext, userId: string): Promise<Sanctions> {
  if (redis.status !== 'ready') return {};
  return sanctionsOf(redis, userId, now()).catch((error: unknown): Sanctions => {
    logger.warn({ err: error, userId }, 'the sanctions of a user are not known');
    return {};
  });
}

/** Returns the account as a visit, which sanctions of its origin may concern. */
function accountOf(user: UserRecord): Visit['account'] {
  return { role: roleOf(user), memberSince: memberSinceOf(user) };
}

/**
 * Throws NETWORK_CLOSED or DEVICE_CLOSED if the address or the device is closed to the account; null: to someone who has
 * none yet.
 */
export async function assertOpenOrigin(
  { origins, now }: Pick<AuthContext, 'origins' | 'now'>,
  user: UserRecord | null,
  { address, deviceHash: device }: Pick<Origin, 'address' | 'deviceHash'>,
): Promise<void> {
  refuseClosedOrigin(await origins.of({ address, device, account: user && accountOf(user) }), now());
}

/**
 * Throws ACCOUNT_CLOSED with the end and the operators' text if they closed the account, and as `assertOpenOrigin` unless
 * `origin` is null. The caller has proven to be the
 * owner of the account: others learn nothing of a closure. Without the moderation service the text is missing.
 */
export async function assertOpen(
  context: ClosureContext,
  user: UserRecord,
  origin: Pick<Origin, 'address' | 'deviceHash'> | null,
): Promise<void> {
  const { moderation, logger, now } = context;
  const userId = user._id.toString();
  const { close } = await knownSanctions(context, userId);
  if (close === undefined) return origin === null ? undefined : assertOpenOrigin(context, user, origin);
  const refusal = sanctionRefusal('close', close, now());
  const letter = await moderation.closureLetter(userId).catch((error: unknown) => {
    logger.warn({ err: error, userId }, 'the text of a closure is not known');
    return null;
  });
  throw letter === null ? refusal : errorOf(refusal.code, { message: `${refusal.message}：${letter.text}` });
}

/**
 * Returns the letter of a closed account to its owner, after appealing against it with `text`. Throws LOGIN_FAILED,
 * LOGIN_LOCKED, and as moderation does: NOT_FOUND, APPEAL_CLOSED.
 */
export async function appealClosure(
  context: PasswordContext & Pick<AuthContext, 'moderation'>,
  { text, ...credentials }: Credentials & { text?: string | undefined },
  address: string,
): Promise<Letter> {
  const user = await withCredentials(context, credentials, address, 'LOGIN_FAILED', async (owner) => owner);
  return context.moderation.closureLetter(user._id.toString(), text);
}
