import type { LastingSanction, Sanctions } from '@doushouqi/protocol';
import { z } from 'zod';
import { type AppError, errorOf } from './errors.ts';
import { originRefusal, type VisitSanctions } from './origin-sanctions.ts';
import type { RedisClient } from './redis.ts';
import { untilText } from './until-text.ts';

/**
 * The sanctions that a user has now, mirrored in Redis by the moderation service for every other service. A key expires
 * with the last sanction. Times in epoch ms. Functions with a client reject while Redis is unavailable.
 */

/** Returns the Redis key of a user's sanctions. It shares a slot with the state of the user's tokens, read together with it. */
export function sanctionsKey(userId: string): string {
  return `{user:${userId}}:sanctions`;
}

const end = z.number().exactOptional();
/** Without kinds of a later version. */
const mirrored = z.object({ mute: end, shadow: end, unrated: end, close: end } satisfies Record<
  LastingSanction,
  typeof end
>);

/** Returns those sanctions that last at `now`. Pure. */
function lasting(sanctions: Sanctions, now: number): Sanctions {
  return Object.fromEntries(Object.entries(sanctions).filter(([, end]) => end > now));
}

/**
 * Returns the sanctions of a mirrored value that last at `now`. A malformed value counts as none, because a fault of the
 * mirror must not close accounts; it is reported to `onMalformed`.
 */
export function parseSanctions(
  text: string | null | undefined,
  now: number,
  onMalformed?: (error: unknown) => void,
): Sanctions {
  if (text == null) return {};
  try {
    return lasting(mirrored.parse(JSON.parse(text)), now);
  } catch (error) {
    onMalformed?.(error);
    return {};
  }
}

/** Returns the sanctions that a user has at `now`. */
export async function sanctionsOf(redis: RedisClient, userId: string, now: number): Promise<Sanctions> {
  return parseSanctions(await redis.get(sanctionsKey(userId)), now);
}

/**
 * Mirrors the sanctions of a user, which replace the earlier ones. Idempotent. Only the moderation service calls it; call
 * `sanctionsChanged` of the notifier afterwards, which ends the connections of a closed account.
 */
export async function mirrorSanctions(
  redis: RedisClient,
  userId: string,
  sanctions: Sanctions,
  now: number,
): Promise<void> {
  const current = lasting(sanctions, now);
  const end = Math.max(0, ...Object.values(current));
  if (end > 0) await redis.set(sanctionsKey(userId), JSON.stringify(current), 'PX', end - now);
  else await redis.del(sanctionsKey(userId));
}

const REFUSALS = {
  mute: { code: 'MUTED', message: (until: string) => `你已被禁言${until}` },
  unrated: { code: 'RATED_PAUSED', message: (until: string) => `你的排位已暂停${until}，休闲和人机照常` },
  close: { code: 'ACCOUNT_CLOSED', message: (until: string) => `这个账号已被停用${until}` },
} as const;

/** The sanctions that refuse calls; `shadow` refuses none. */
export type RefusingSanction = keyof typeof REFUSALS;

/** Returns the refusal of a sanction with its end in the message. Pure. */
export function sanctionRefusal(kind: RefusingSanction, end: number, now: number): AppError {
  const { code, message } = REFUSALS[kind];
  return errorOf(code, { message: message(untilText(end, now)) });
}

/** Throws the refusal of a sanction that the user has, or that the address or the device of the call has. */
export function refuseSanctioned(
  { sanctions, visit }: { sanctions: Sanctions; visit: VisitSanctions },
  kind: 'mute' | 'unrated',
  now: number,
): void {
  const end = sanctions[kind];
  if (end !== undefined && end > now) throw sanctionRefusal(kind, end, now);
  const ofOrigin = visit[kind];
  if (ofOrigin !== undefined && ofOrigin.end > now) throw originRefusal(ofOrigin, now);
}
