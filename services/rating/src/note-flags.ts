import { FULL_ARRANGED_GAMES, FULL_NEWCOMER_WINS, isEarly, isOverNewcomer } from '@doushouqi/rating';
import { retryUpsert } from '@doushouqi/service-kit';
import type { RatingContext } from './context.ts';
import {
  EARLIER_FIELDS,
  type StoredConduct,
  type StoredFlag,
  type StoredRatedGame,
  type StoredWin,
  winnerOf,
  winsOf,
} from './models/ratings.ts';

const DAY = 86_400_000;
/** Weight of the sixth game of two users in a day. */
const REPEATED_WEIGHT = 2 ** -4;
/** Early resignations per day. */
const MANY_SURRENDERS = 3;

/** Returns the games in the time class of `game` that its winner won in the day up to its end, `game` among them. */
export async function findWins(
  { games }: Pick<RatingContext, 'games'>,
  game: StoredRatedGame,
): Promise<StoredWin[]> {
  const userId = winnerOf(game);
  if (userId === null) return [];
  const { class: timeClass, endTime } = game;
  const day = { $gt: endTime - DAY, $lte: endTime };
  const found = await games
    .find({ players: userId, class: timeClass, endTime: day })
    .select(EARLIER_FIELDS)
    .lean();
  return winsOf(found, userId);
}

function flagOf(kind: StoredFlag['kind'], users: readonly string[], games: string[], at: number): StoredFlag {
  const day = new Date(at).toISOString().slice(0, 10);
  return { _id: `${kind}:${users.join(':')}:${day}`, kind, users: [...users], games, at };
}

/** Flags pairs whose games in tournaments mostly ended early. Idempotent. */
export async function flagEarlyPairs(
  parts: Pick<RatingContext, 'flags'>,
  pairs: readonly { users: readonly [string, string]; games: string[] }[],
  at: number,
): Promise<void> {
  await noteFlags(
    parts,
    pairs.map(({ users, games }) => flagOf('early_pair', users.toSorted(), games, at)),
  );
}

/** Returns the flags of a game. `wins`: `findWins`. */
export function flagsOf(
  game: StoredRatedGame,
  conducts: readonly StoredConduct[],
  wins: readonly StoredWin[],
): StoredFlag[] {
  const { endTime, players } = game;
  const winner = winnerOf(game);
  const made = (kind: StoredFlag['kind'], users: readonly string[], games: string[]) =>
    flagOf(kind, users, games, endTime);
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
  const ofWinner = (kind: StoredFlag['kind'], counted: typeof wins, limit: number) => {
    const games = counted.map(({ gameId }) => gameId);
    return winner !== null && games.length >= limit && games.includes(game._id)
      ? [made(kind, [winner], games)]
      : [];
  };
  return [
    ...repeated,
    ...surrendered,
    ...ofWinner('early_wins', wins.filter(isEarly), MANY_SURRENDERS),
    ...ofWinner('newcomer_wins', wins.filter(isOverNewcomer), FULL_NEWCOMER_WINS + 1),
    ...ofWinner(
      'arranged_wins',
      wins.filter(({ isArranged }) => isArranged),
      FULL_ARRANGED_GAMES + 1,
    ),
  ];
}

/** Stores flags. Idempotent. */
export async function noteFlags(
  { flags }: Pick<RatingContext, 'flags'>,
  noted: readonly StoredFlag[],
): Promise<void> {
  for (const { _id, kind, users, games, at } of noted) {
    const change = { $setOnInsert: { kind, users }, $addToSet: { games: { $each: games } }, $max: { at } };
    await retryUpsert(() => flags.updateOne({ _id }, change, { upsert: true }));
  }
}
