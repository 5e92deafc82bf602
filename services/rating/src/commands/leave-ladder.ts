import { RATING_CLASSES } from '@doushouqi/protocol';
import type { RatingContext } from '../context.ts';
import { placingOf } from '../fill-ladder.ts';
import { ratingId } from '../models/ratings.ts';

/** Removes a user from the ladders for good; the rating stays for the games of others. Idempotent. */
export async function leaveLadder(
  { ratings, ladder }: Pick<RatingContext, 'ratings' | 'ladder'>,
  userId: string,
): Promise<void> {
  for (const ratingClass of RATING_CLASSES) {
    const _id = ratingId(userId, ratingClass);
    const stored = await ratings
      .findOneAndUpdate({ _id }, { hasLeft: true }, { returnDocument: 'after' })
      .lean();
    if (stored !== null) await ladder.place(ratingClass, placingOf(stored));
  }
}
