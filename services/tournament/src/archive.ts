import { retryUpsert } from '@doushouqi/service-kit';
import type { TournamentContext } from './context.ts';
import type { StoredTournament, StoredTournamentGame } from './models.ts';
import { gamesOf } from './presenters/games.ts';
import { rowsOf } from './presenters/standings.ts';
import type { Book } from './store/book.ts';

/** Games written at a time. */
const AT_A_TIME = 100;

/** Returns the ended games; a game that still runs at the end does not exist. */
function endedGames(book: Book): StoredTournamentGame[] {
  return gamesOf(book).flatMap(({ result, endedAt, ...game }) =>
    result === null || endedAt === null ? [] : [{ ...game, result, endedAt, tournamentId: book.id }],
  );
}

/** Stores a tournament that has ended, and lets its running state expire. Idempotent. */
export async function storeEnded(
  {
    tournaments,
    games,
    catalog,
    marks,
    ledger,
  }: Pick<TournamentContext, 'tournaments' | 'games' | 'catalog' | 'marks' | 'ledger'>,
  { _id }: StoredTournament,
  book: Book,
): Promise<void> {
  await marks.expire(_id, false);
  const ended = endedGames(book);
  for (let n = 0; n < ended.length; n += AT_A_TIME) {
    const writes = ended.slice(n, n + AT_A_TIME).map(({ _id: game, ...fields }) => {
      return retryUpsert(() => games.updateOne({ _id: game }, { $setOnInsert: fields }, { upsert: true }));
    });
    await Promise.all(writes);
  }
  const standings = rowsOf(book);
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
  await marks.expire(_id, true);
  ledger.forget(_id);
}
