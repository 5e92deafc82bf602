import { LADDER_LENGTH, type LadderRow, type RatingClass } from '@doushouqi/protocol';
import { isProvisional } from '@doushouqi/rating';
import type { FetchProfiles } from '@doushouqi/service-kit';
import type { RatingContext } from '../context.ts';
import type { LadderView, Place } from '../ladder.ts';
import { ratingId, type StoredRating } from '../models/ratings.ts';
import { profileOf } from '../presenters/rated-games.ts';
import { presentForm, presentLevel } from '../presenters/ratings.ts';

interface OwnPlace {
  rank: number | null;
  rating: number;
  provisional: boolean;
  week: number | null;
  around: LadderRow[];
}

type Parts = Pick<RatingContext, 'ratings' | 'ladder' | 'fillLadder' | 'fetchProfiles' | 'now'>;

/** Data shown beside a place. */
interface Details {
  profiles: Awaited<ReturnType<FetchProfiles>>;
  /** By user id. */
  stored: ReadonlyMap<string, StoredRating>;
  now: number;
}

function rowsOf(places: readonly Place[], first: number, { profiles, stored, now }: Details): LadderRow[] {
  return places.map(({ userId, rating }, n) => {
    const { nickname, avatar } = profileOf(userId, profiles);
    const level = presentLevel(rating);
    const { week, season } = presentForm(stored.get(userId), now);
    return {
      rank: first + n + 1,
      userId,
      nickname,
      avatar,
      isOnline: profiles.get(userId)?.isOnline === true,
      rating: Math.round(rating),
      level,
      week,
      season,
    };
  });
}

/** Fetches the ratings of all shown users and of the caller. */
async function fetchStored({ ratings }: Parts, ratingClass: RatingClass, userIds: readonly string[]) {
  const ids = [...new Set(userIds)].map((userId) => ratingId(userId, ratingClass));
  const found = await ratings.find({ _id: { $in: ids } }).lean();
  return new Map(found.map((stored) => [stored.userId, stored]));
}

function ownPlace(stored: StoredRating, own: LadderView['own'], details: Details): OwnPlace {
  return {
    rank: own === null ? null : own.index + 1,
    rating: Math.round(stored.rating),
    provisional: isProvisional(stored, details.now),
    week: presentForm(stored, details.now).week,
    around: own === null ? [] : rowsOf(own.around, own.first, details),
  };
}

/**
 * Shows the top of a class and the caller's place, if ranked. Fills the ladder from the store if Redis
 * has lost it. Throws UNAVAILABLE without auth.
 */
export async function showLadder(
  context: Parts,
  { ratingClass, userId, requestId }: { ratingClass: RatingClass; userId: string | null; requestId: string },
): Promise<{ players: LadderRow[]; size: number; animals: number[]; me: OwnPlace | null }> {
  const { ladder, now } = context;
  if (!(await ladder.isFilled())) await context.fillLadder();
  const { top, own, size, animals } = await ladder.view(ratingClass, {
    length: LADDER_LENGTH,
    userId,
    now: now(),
  });
  const shown = [...top, ...(own?.around ?? [])].map((place) => place.userId);
  const [profiles, stored] = await Promise.all([
    context.fetchProfiles(shown, { presence: true, requestId }),
    fetchStored(context, ratingClass, userId === null ? shown : [...shown, userId]),
  ]);
  const details = { profiles, stored, now: now() };
  const mine = userId === null ? undefined : stored.get(userId);
  return {
    players: rowsOf(top, 0, details),
    size,
    animals,
    me: mine === undefined ? null : ownPlace(mine, own, details),
  };
}
