import { TIME_CLASSES } from '@doushouqi/protocol';
import type { RatingContext } from '../context.ts';
import { placingOf } from '../fill-ladder.ts';
import { ratingId } from '../models/ratings.ts';

/** Removes a user from the ladders for good; the rating stays for the games of others. Idempotent. */
export async function leaveLadder(
  { ratings, ladder }: Pick<RatingContext, 'ratings' | 'ladder'>,
  userId: string,
): Promise<void> {
  for (const timeClass of TIME_CLASSES) {
    const _id = ratingId(userId, timeClass);
    const stored = await ratings
      .findOneAndUpdate({ _id }, { hasLeft: true }, { returnDocument: 'after' })
      .lean();
    if (stored !== null) await ladder.place(timeClass, placingOf(stored));
  }
}
