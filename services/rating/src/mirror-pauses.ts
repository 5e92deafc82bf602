import type { RatingContext } from './context.ts';

/** Writes all pauses to Redis after it lost them. */
export async function mirrorPauses({
  conducts,
  pauses,
  now,
}: Pick<RatingContext, 'conducts' | 'pauses' | 'now'>): Promise<void> {
  const paused = conducts.find({ pauseUntil: { $gt: now() } }).lean();
  for await (const { _id, pauseUntil } of paused.cursor()) await pauses.set(_id, pauseUntil, now());
}
