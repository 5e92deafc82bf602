import { type Review, reviewOf } from '../review/review.ts';
import type { EngineWork, ReviewWork } from './work.ts';

const known = new WeakMap<ReviewWork, Review>();

/** The review as far as it is done, worked out once for everybody who shows it; null without a game. */
export function reviewIn({ review }: EngineWork): Review | null {
  if (!review) return null;
  const made = known.get(review) ?? reviewOf(review.game, review.evaluations);
  known.set(review, made);
  return made;
}
