import { ROUTES } from '@doushouqi/protocol/server';
import type { InternalClient } from '@doushouqi/service-kit';

/** Age up to which a tournament counts as known, and number of known ones. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 1_000;

/** Creates the check that a tournament exists. It throws TOURNAMENT_NOT_FOUND, and UNAVAILABLE without its service. */
export function createTournamentCheck(
  tournament: Pick<InternalClient, 'call'>,
  now: () => number,
): (id: string) => Promise<void> {
  const known = new Map<string, number>();
  return async (id) => {
    if ((known.get(id) ?? 0) > now()) return;
    await tournament.call(ROUTES.nameTournament, { params: { id } });
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(id, now() + KNOWN_MS);
  };
}
