import { LADDER_LENGTH, type LadderRow, type PublicUser, type TimeClass } from '@doushouqi/protocol';
import { isProvisional } from '@doushouqi/rating';
import type { RatingContext } from '../context.ts';
import type { LadderView, Place } from '../ladder.ts';
import { ratingId } from '../models/ratings.ts';
import { profileOf } from '../presenters/rated-games.ts';
import { presentLevel } from '../presenters/standings.ts';

interface OwnPlace {
  rank: number | null;
  rating: number;
  provisional: boolean;
  around: LadderRow[];
}

type Parts = Pick<RatingContext, 'ratings' | 'ladder' | 'fillLadder' | 'fetchProfiles' | 'now'>;

/** Of a hundred and seven, who are more than one call may ask for. */
async function fetchAll({ fetchProfiles }: Parts, { top, own }: LadderView, requestId: string) {
  const first = top.map(({ userId }) => userId);
  const others = (own?.around ?? []).map(({ userId }) => userId).filter((id) => !first.includes(id));
  const asked = [first, others].filter((ids) => ids.length > 0);
  const found = await Promise.all(asked.map((ids) => fetchProfiles(ids, requestId)));
  return new Map(found.flatMap((profiles) => [...profiles]));
}

function rowsOf(
  places: readonly Place[],
  first: number,
  profiles: ReadonlyMap<string, PublicUser>,
): LadderRow[] {
  return places.map(({ userId, rating }, n) => {
    const { nickname, avatar } = profileOf(userId, profiles);
    const level = presentLevel(rating);
    return { rank: first + n + 1, userId, nickname, avatar, rating: Math.round(rating), level };
  });
}

async function ownPlace(
  { ratings, now }: Parts,
  timeClass: TimeClass,
  userId: string | null,
  place: Pick<OwnPlace, 'rank' | 'around'>,
): Promise<OwnPlace | null> {
  const stored = userId === null ? null : await ratings.findById(ratingId(userId, timeClass)).lean();
  if (stored === null) return null;
  return { ...place, rating: Math.round(stored.rating), provisional: isProvisional(stored, now()) };
}

/**
 * The best of a time class, and the caller's own place where there is a caller who has played. Fills the ladder from the
 * store where Redis has lost it. Throws UNAVAILABLE while auth cannot be asked for the names.
 */
export async function showLadder(
  context: Parts,
  { timeClass, userId, requestId }: { timeClass: TimeClass; userId: string | null; requestId: string },
): Promise<{ players: LadderRow[]; me: OwnPlace | null }> {
  const { ladder, now } = context;
  if (!(await ladder.isFilled())) await context.fillLadder();
  const view = await ladder.view(timeClass, { length: LADDER_LENGTH, userId, now: now() });
  const profiles = await fetchAll(context, view, requestId);
  const { own } = view;
  const around = own === null ? [] : rowsOf(own.around, own.first, profiles);
  return {
    players: rowsOf(view.top, 0, profiles),
    me: await ownPlace(context, timeClass, userId, { rank: own === null ? null : own.index + 1, around }),
  };
}
