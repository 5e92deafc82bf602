import { EARLY_PAIRS_PER_CALL, GAMES_OF_EARLY_PAIR, houseBotOf } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { EARLY_PLIES } from '@doushouqi/rating';
import type { TournamentContext } from './context.ts';
import type { StoredTournamentGame } from './models.ts';

/** Games of a pair that count. Milliseconds. */
const WINDOW_MS = 30 * 24 * 3_600_000;
/** Early ends of a pair that is flagged. */
const FEWEST_EARLY = 3;

type Played = Pick<StoredTournamentGame, '_id' | 'result' | 'plies'>;

function isEarly({ result, plies }: Played): boolean {
  return result !== 'void' && plies < EARLY_PLIES;
}

/** Returns the last early ended games of a pair if most of its games ended early, and at least three; null else. Pure. */
export function mostlyEarly(games: readonly Played[]): string[] | null {
  const early = games.filter(isEarly);
  const played = games.filter(({ result }) => result !== 'void').length;
  if (early.length < FEWEST_EARLY || 2 * early.length <= played) return null;
  return early.slice(-GAMES_OF_EARLY_PAIR).map(({ _id }) => _id);
}

/** Returns the pairs of people with an early ended game, each once. Pure. */
function pairsToCheck(games: readonly StoredTournamentGame[]): [string, string][] {
  const pairs = games
    .filter((game) => isEarly(game) && houseBotOf(game.red) === null && houseBotOf(game.blue) === null)
    .map(({ red, blue }) => [red, blue].toSorted() as [string, string]);
  return [...new Map(pairs.map((pair) => [pair.join(':'), pair])).values()];
}

/**
 * Flags the pairs of an ended tournament whose stored tournament games mostly end early, rated or not (docs/fair-play.md#flags). `ended`: the
 * stored games of the tournament. Idempotent. Throws UNAVAILABLE without the rating service, which stores flags.
 */
export async function flagEarlyPairs(
  { games, ratings }: Pick<TournamentContext, 'games' | 'ratings'>,
  ended: readonly StoredTournamentGame[],
  at: number,
): Promise<void> {
  const pairs: { users: [string, string]; games: string[] }[] = [];
  for (const [a, b] of pairsToCheck(ended)) {
    const endedAt = { $gt: at - WINDOW_MS, $lte: at };
    const $or = [
      { red: a, blue: b, endedAt },
      { red: b, blue: a, endedAt },
    ];
    const early = mostlyEarly(await games.find({ $or }).sort({ endedAt: 1 }).lean());
    if (early !== null) pairs.push({ users: [a, b], games: early });
  }
  for (let n = 0; n < pairs.length; n += EARLY_PAIRS_PER_CALL) {
    const part = pairs.slice(n, n + EARLY_PAIRS_PER_CALL);
    await ratings.call(ROUTES.flagEarlyPairs, { body: { pairs: part, at } });
  }
}
