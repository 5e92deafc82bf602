import { TIME_CLASSES, type TournamentDetails } from '@doushouqi/protocol';
import { useSession } from '../../client/session.ts';
import { useRatingsOf } from '../../shared/ratings/player-queries.ts';

/** Returns the higher level of the viewer's time classes, which the server compares; undefined until known. */
export function useOwnLevel(): number | undefined {
  const userId = useSession(({ user }) => (user && !user.isGuest ? user._id : null));
  const { data } = useRatingsOf(userId === null ? undefined : [userId]);
  const ratings = userId === null ? undefined : data?.get(userId);
  return ratings && Math.max(...TIME_CLASSES.map((name) => ratings[name].level.order));
}

/** Whether a level is in the range; true while one of them is unknown. Pure. */
export function isInRange(levels: TournamentDetails['levels'], level: number | undefined): boolean {
  return levels === null || level === undefined || (level >= levels.min && level <= levels.max);
}
