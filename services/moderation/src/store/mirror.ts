import { LASTING_SANCTIONS } from '@doushouqi/protocol';
import { mirrorSanctions } from '@doushouqi/service-kit';
import type { QueryFilter } from 'mongoose';
import type { ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { endsOf } from '../policies/sanctions.ts';

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

/** Mirrors all users whose sanctions last, or were ended early: a restored Redis may still have those. */
export async function mirrorAll(context: Parts): Promise<void> {
  const lasting = await context.sanctions.find(lastingAt(context.now()), { userId: 1 }).lean();
  for (const userId of new Set(lasting.map((one) => one.userId))) await mirrorPerson(context, userId);
}
