import type { RatingContext } from './context.ts';
import type { StoredConduct, StoredFlag, StoredRatedGame } from './models/ratings.ts';

const DAY = 86_400_000;
/** The sixth game of the same two in a day counts a sixteenth. */
const REPEATED_WEIGHT = 2 ** -4;
/** Games given up at once, in a day. */
const MANY_SURRENDERS = 3;

/** What a game, and how its players ended their last ones, should bring to an operator's notice. */
export function flagsOf(game: StoredRatedGame, conducts: readonly StoredConduct[]): StoredFlag[] {
  const { endTime, players } = game;
  const day = new Date(endTime).toISOString().slice(0, 10);
  const made = (kind: StoredFlag['kind'], users: readonly string[], games: string[]): StoredFlag => ({
    _id: `${kind}:${users.join(':')}:${day}`,
    kind,
    users: [...users],
    games,
    at: endTime,
  });
  const repeated =
    game.weight <= REPEATED_WEIGHT ? [made('repeated_pair', players.toSorted(), [game._id])] : [];
  const surrendered = conducts.flatMap(({ _id, offences }) => {
    const games = offences
      .filter(({ offence, at }) => offence === 'early_surrender' && at > endTime - DAY)
      .map(({ gameId }) => gameId);
    return games.length >= MANY_SURRENDERS && games.includes(game._id)
      ? [made('early_surrenders', [_id], games)]
      : [];
  });
  return [...repeated, ...surrendered];
}

/** Adds to the operators' list; the same again changes nothing. */
export async function noteFlags(
  { flags }: Pick<RatingContext, 'flags'>,
  noted: readonly StoredFlag[],
): Promise<void> {
  for (const { _id, kind, users, games, at } of noted) {
    const change = { $setOnInsert: { kind, users }, $addToSet: { games: { $each: games } }, $max: { at } };
    await flags.updateOne({ _id }, change, { upsert: true });
  }
}
