import type { Offence } from '@doushouqi/protocol';
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
