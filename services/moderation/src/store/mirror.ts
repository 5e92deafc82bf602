import { isOriginSanction, LASTING_SANCTIONS, MAX_ORIGIN_DAYS } from '@doushouqi/protocol';
import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { errorOf, mirrorSanctions, type OriginSanction } from '@doushouqi/service-kit';
import type { QueryFilter } from 'mongoose';
import type { ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { endsOf, originEndOf } from '../policies/sanctions.ts';

const DAY_MS = 86_400_000;

type Parts = Pick<ModerationContext, 'sanctions' | 'redis' | 'now'>;

/** Filter of the sanctions that last, or would if they had not been ended. */
function lastingAt(now: number): QueryFilter<StoredSanction> {
  return {
    kind: { $in: [...LASTING_SANCTIONS] },
    state: { $in: ['active', 'ended'] },
    $or: [{ until: null }, { until: { $gt: now } }],
  };
}

async function readEnds({ sanctions, now }: Parts, userId: string) {
  const own = await sanctions.find({ userId, ...lastingAt(now()) }, { kind: 1, state: 1, until: 1 }).lean();
  return endsOf(own, now());
}

/**
 * Mirrors the sanctions of a user to Redis. Reads them again after the write, and repeats until both agree: of two processes
 * that mirror at once, the later write may be of an earlier read.
 */
export async function mirrorPerson(context: Parts, userId: string): Promise<void> {
  let ends = await readEnds(context, userId);
  for (;;) {
    await mirrorSanctions(context.redis, userId, ends, context.now());
    const latest = await readEnds(context, userId);
    if (JSON.stringify(latest) === JSON.stringify(ends)) return;
    ends = latest;
  }
}

/** Origins with a sanction at a time; every process holds them. */
const MAX_ORIGINS = 1_000;

/** Throws TOO_MANY_ORIGINS unless `more` origins may be sanctioned. Of concurrent orders the newest ones count. */
export async function assertRoom(context: Omit<Parts, 'redis'>, more: number): Promise<void> {
  const current = await currentOrigins(context);
  if (current.length + more > MAX_ORIGINS) throw errorOf('TOO_MANY_ORIGINS');
}

/** Returns what is mirrored of the sanctions of address ranges and devices, the newest ones first. */
async function currentOrigins({ sanctions, now }: Omit<Parts, 'redis'>): Promise<OriginSanction[]> {
  const at = now();
  const found = await sanctions
    .find({ 'origins.0': { $exists: true }, state: 'active', from: { $gt: at - MAX_ORIGIN_DAYS * DAY_MS } })
    .sort({ from: -1 })
    .lean();
  return found.flatMap((one) => {
    const { kind, from, origins = [], coversMembers = false, text, userId } = one;
    const end = originEndOf(one);
    if (!isOriginSanction(kind) || end <= at) return [];
    // A letter to one person is not for others.
    const shown = userId === null ? text : '';
    return origins.map(({ of, value }) => ({ of, value, kind, from, end, coversMembers, text: shown }));
  });
}

/** Mirrors the sanctions of address ranges and devices to Redis, as `mirrorPerson`. */
export async function mirrorOrigins(context: Parts): Promise<void> {
  const { redis, now } = context;
  let current = await currentOrigins(context);
  for (;;) {
    const end = Math.max(0, ...current.map((one) => one.end));
    const text = JSON.stringify(current.slice(0, MAX_ORIGINS));
    if (end > now()) await redis.set(ORIGIN_SANCTIONS_KEY, text, 'PX', end - now());
    else await redis.del(ORIGIN_SANCTIONS_KEY);
    const latest = await currentOrigins(context);
    if (JSON.stringify(latest) === JSON.stringify(current)) return;
    current = latest;
  }
}

/** Mirrors all users whose sanctions last, or were ended early: a restored Redis may still have those. */
export async function mirrorAll(context: Parts): Promise<void> {
  const lasting = await context.sanctions.find(lastingAt(context.now()), { userId: 1 }).lean();
  const persons = new Set(lasting.flatMap(({ userId }) => userId ?? []));
  for (const userId of persons) await mirrorPerson(context, userId);
  await mirrorOrigins(context);
}
