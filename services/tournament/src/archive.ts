import { houseBotOf, PEOPLE_FOR_RESULTS } from '@doushouqi/protocol';
import { retryUpsert } from '@doushouqi/service-kit';
import type { TournamentContext } from './context.ts';
import { flagEarlyPairs } from './early-pairs.ts';
import type { StoredResult, StoredRow, StoredTournament, StoredTournamentGame } from './models.ts';
import { gamesOf } from './presenters/games.ts';
import { rowsOf } from './presenters/standings.ts';
import type { Book } from './store/book.ts';
import { ENDED_MS } from './store/marks.ts';

/** Documents written at a time. */
const AT_A_TIME = 500;
const UNORDERED = { ordered: false };

/** Returns the ended games; a game that still runs at the end does not exist. */
function endedGames(book: Book): StoredTournamentGame[] {
  return gamesOf(book).flatMap(({ result, endedAt, ...game }) =>
    result === null || endedAt === null ? [] : [{ ...game, result, endedAt, tournamentId: book.id }],
  );
}

/** Returns the results for medals and the pages of players. Pure. */
export function resultsOf(
  { _id: tournamentId, name, kind, isPrivate }: StoredTournament,
  standings: readonly StoredRow[],
  endedAt: number,
): StoredResult[] {
  const results = standings.flatMap(({ userId, wins, draws, losses }, place): StoredResult[] => {
    const hasPlayed = wins + draws + losses > 0;
    if (!hasPlayed || houseBotOf(userId) !== null) return [];
    const _id = `${tournamentId}:${userId}`;
    return [{ _id, userId, tournamentId, name, kind, rank: place + 1, players: standings.length, endedAt }];
  });
  return isPrivate || results.length < PEOPLE_FOR_RESULTS ? [] : results;
}

/** Writes documents that do not exist, in parts. */
async function insertMissing<T extends { _id: string }>(
  documents: readonly T[],
  write: (part: ReturnType<typeof insertOf<T>>[]) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; n < documents.length; n += AT_A_TIME) {
    const part = documents.slice(n, n + AT_A_TIME).map(insertOf);
    await retryUpsert(() => write(part));
  }
}

function insertOf<T extends { _id: string }>({ _id, ...fields }: T) {
  return { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } };
}

/** Stores a tournament that has ended, and lets its running state expire. Idempotent. */
export async function storeEnded(
  {
    tournaments,
    games,
    results,
    catalog,
    marks,
    ledger,
    ratings,
  }: Pick<
    TournamentContext,
    'tournaments' | 'games' | 'results' | 'catalog' | 'marks' | 'ledger' | 'ratings'
  >,
  tournament: StoredTournament,
  book: Book,
): Promise<void> {
  const { _id } = tournament;
  await marks.expire(_id, ENDED_MS);
  const ended = endedGames(book);
  const standings = rowsOf(book);
  await insertMissing(ended, (part) => games.bulkWrite(part, UNORDERED));
  // Private tournaments give no medals, and their rated games are arranged.
  if (!tournament.isPrivate) await flagEarlyPairs({ games, ratings }, ended, book.endedAt!);
  await insertMissing(resultsOf(tournament, standings, book.endedAt!), (part) =>
    results.bulkWrite(part, UNORDERED),
  );
  const hasResult = ended.some(({ result }) => result !== 'void');
  await tournaments.updateOne(
    { _id, endedAt: null },
    {
      $set: {
        slot: _id,
        endedAt: book.endedAt!,
        champion: hasResult ? standings[0]!.userId : null,
        round: book.state.round,
        players: book.state.players.size,
        standings,
      },
    },
  );
  catalog.forget();
  await marks.expire(_id);
  ledger.forget(_id);
}
