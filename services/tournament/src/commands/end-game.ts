import { tournamentOfContext } from '@doushouqi/protocol';
import type { TournamentContext } from '../context.ts';
import { type EndedGame, gameEnd } from '../decide/game-end.ts';
import { notifyRemoved } from '../notify.ts';

/**
 * Takes the end of a game from its room. Idempotent by `gameId`. A game of an unknown tournament, or one that does not
 * count any more, changes nothing.
 */
export async function endGame(
  context: TournamentContext,
  game: EndedGame & { context?: string | undefined },
): Promise<void> {
  const { catalog, ledger } = context;
  const id = tournamentOfContext(game.context);
  const tournament = id === null ? null : await catalog.find(id);
  if (tournament === null || tournament.endedAt !== null) return;
  const { _id, kind } = tournament;
  const ended = await ledger.change(_id, kind, (book) => gameEnd(book, game));
  if (ended.length === 0 || game.abortedBy === undefined) return;
  const book = await ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  await notifyRemoved(context, tournament, book, game.abortedBy);
}
