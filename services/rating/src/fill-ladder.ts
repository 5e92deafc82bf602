import { RATING_CLASSES } from '@doushouqi/protocol';
import { PROVISIONAL_DEVIATION, provisionalFrom } from '@doushouqi/rating';
import { inBatches } from '@doushouqi/service-kit';
import type { RatingContext } from './context.ts';
import type { Placing } from './ladder.ts';
import type { StoredRating } from './models/ratings.ts';

/** Returns the ladder entry of a rating. */
export function placingOf(stored: StoredRating): Placing {
  const { userId, rating, seq, hasLeft } = stored;
  return { userId, rating, seq, rankedUntil: hasLeft ? null : provisionalFrom(stored) };
}

/** Writes every ranked user of the store to the ladders, after Redis lost them. */
export async function fillLadder({
  ratings,
  ladder,
}: Pick<RatingContext, 'ratings' | 'ladder'>): Promise<void> {
  for (const ratingClass of RATING_CLASSES) {
    const ranked = ratings
      .find({ class: ratingClass, deviation: { $lt: PROVISIONAL_DEVIATION } })
      .lean()
      .cursor();
    await inBatches(ranked, (batch) =>
      Promise.all(batch.map((stored) => ladder.place(ratingClass, placingOf(stored)))),
    );
  }
  await ladder.filled();
}
