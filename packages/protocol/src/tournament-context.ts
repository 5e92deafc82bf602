/** What names the tournament of a game (`gameContext`). Pure. */

const CONTEXT = 'tournament:';
/** Returns the context of the games of a tournament. */
export function contextOfTournament(id: string): string {
  return CONTEXT + id;
}
/** Returns the id of a tournament from the context of its game; null for another context. */
export function tournamentOfContext(context: string | undefined): string | null {
  return context?.startsWith(CONTEXT) ? context.slice(CONTEXT.length) : null;
}
