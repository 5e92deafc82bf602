import type { Offence } from '@doushouqi/protocol';
import { OFFENCES } from '@doushouqi/protocol/server';
import { isWarned, nextPause } from '@doushouqi/rating';
import type { RatingContext } from '../context.ts';

/** Shows a user's pause from pairing, and the effect of the next offence. */
export async function showConduct(
  { conducts, now }: Pick<RatingContext, 'conducts' | 'now'>,
  userId: string,
): Promise<{ pause: { until: number; reason: Offence } | null; warning: Offence | null; nextPause: number }> {
  const conduct = await conducts.findById(userId).lean();
  const reason = conduct?.offences.at(-1)?.offence;
  if (conduct === null || reason === undefined) return { pause: null, warning: null, nextPause: 0 };
  return {
    pause: conduct.pauseUntil > now() ? { until: conduct.pauseUntil, reason } : null,
    warning: isWarned(conduct, now()) ? reason : null,
    nextPause: nextPause(conduct, now()),
  };
}

/** Counts the stored offences of a user since a time, epoch ms. */
export async function countOffences(
  { conducts }: Pick<RatingContext, 'conducts'>,
  userId: string,
  since: number,
): Promise<Record<Offence, number>> {
  const offences = (await conducts.findById(userId).lean())?.offences ?? [];
  const count = (kind: Offence) =>
    offences.filter(({ offence, at }) => offence === kind && at >= since).length;
  return Object.fromEntries(OFFENCES.map((kind) => [kind, count(kind)])) as Record<Offence, number>;
}
