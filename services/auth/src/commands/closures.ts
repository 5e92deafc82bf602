import type { Letter, Sanctions } from '@doushouqi/protocol';
import { errorOf, sanctionRefusal, sanctionsOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { type Credentials, withCredentials } from './credentials.ts';
import type { PasswordContext } from './own-password.ts';

export type ClosureContext = Pick<AuthContext, 'redis' | 'moderation' | 'logger' | 'now'>;

/** Returns the sanctions of a user; none while Redis is unavailable, when no service accepts a token. */
async function knownSanctions({ redis, logger, now }: ClosureContext, userId: string): Promise<Sanctions> {
  if (redis.status !== 'ready') return {};
  return sanctionsOf(redis, userId, now()).catch((error: unknown): Sanctions => {
    logger.warn({ err: error, userId }, 'the sanctions of a user are not known');
    return {};
  });
}

/**
 * Throws ACCOUNT_CLOSED with the end and the operators' text if they closed the account. The caller has proven to be the
 * owner: a closure is nobody else's business. Without the moderation service the text is missing.
 */
export async function assertOpen(context: ClosureContext, userId: string): Promise<void> {
  const { moderation, logger, now } = context;
  const { close } = await knownSanctions(context, userId);
  if (close === undefined) return;
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
