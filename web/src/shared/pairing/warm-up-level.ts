import type { Level } from '@doushouqi/engine';
import type { UserRating } from '@doushouqi/protocol';

/** Ratings from which the computer plays at level 2, 3, 4 and 5. */
const FROM = [1000, 1250, 1550, 1900] as const;

/** A user without games is most likely new to the game and gets an easy level. */
const UNKNOWN: Level = 2;

/** Returns the level of a warm-up game for a user with this rating; null: unknown. Pure. */
export function warmUpLevel(userRating: Pick<UserRating, 'rating' | 'games'> | null): Level {
  if (!userRating || userRating.games === 0) return UNKNOWN;
  return (1 + FROM.filter((from) => userRating.rating >= from).length) as Level;
}
