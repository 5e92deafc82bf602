import { inBatches } from '@doushouqi/service-kit';
import type { RatingContext } from './context.ts';

/** Writes all pauses to Redis after it lost them. */
export async function mirrorPauses({
  conducts,
  pauses,
  now,
}: Pick<RatingContext, 'conducts' | 'pauses' | 'now'>): Promise<void> {
  const paused = conducts.find({ pauseUntil: { $gt: now() } }).lean();
  await inBatches(paused.cursor(), (batch) =>
    Promise.all(batch.map(({ _id, pauseUntil }) => pauses.set(_id, pauseUntil, now()))),
  );
}
