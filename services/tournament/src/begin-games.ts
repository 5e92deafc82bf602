import { ASSIGNED_GAMES_PER_CALL, contextOfTournament } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Paired } from '@doushouqi/tournament';
import type { TournamentContext } from './context.ts';
import { notBegun } from './decide/game-end.ts';
import type { StoredTournament } from './models.ts';
import { notifyPaired, notifyRemoved, notifyStep } from './notify.ts';
import type { Book } from './store/book.ts';

/**
 * A game without a room after this time does not begin any more, unless pairing may still make the room: a void game would
 * be played. Milliseconds.
 */
const BEGIN_WITHIN_MS = 60_000;

type Parts = Pick<
  TournamentContext,
  'ledger' | 'marks' | 'pairing' | 'notifier' | 'peers' | 'calls' | 'logger' | 'now'
>;

async function giveUp(parts: Parts, tournament: StoredTournament, game: Paired, absent: readonly string[]) {
  const { ledger, now } = parts;
  const { _id, kind } = tournament;
  await ledger.change(_id, kind, (book) => notBegun(book, game.game, absent, now()));
  const book = await ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  for (const userId of absent) await notifyRemoved(parts, tournament, book, userId);
}

/** A player who plays elsewhere: in an arena the game is void at once, in a Swiss it is lost after a minute; the player gets a notice. */
async function handleBusy(parts: Parts, tournament: StoredTournament, game: Paired, busy: readonly string[]) {
  if (tournament.kind === 'arena') return giveUp(parts, tournament, game, []);
  if (parts.now() - game.at >= BEGIN_WITHIN_MS) return giveUp(parts, tournament, game, busy);
  const { round = null } = game;
  for (const userId of busy)
    if (await parts.marks.announceOnce(tournament._id, `awaited:${round}:${userId}`))
      await notifyStep(parts, tournament, [userId], { step: 'awaited', round });
}

/** Whether two players could have chosen each other (docs/ratings.md). */
function isArranged(
  { isPrivate }: StoredTournament,
  networks: ReadonlyMap<string, string | null>,
  { red, blue }: Paired,
): boolean {
  const network = networks.get(red) ?? null;
  return isPrivate || (network !== null && network === networks.get(blue));
}

async function beginSome(
  parts: Parts,
  tournament: StoredTournament,
  games: readonly Paired[],
): Promise<void> {
  const { marks, pairing, now } = parts;
  const { _id, kind, timeControl, rated } = tournament;
  const shared = {
    ...{ kind, timeControl, context: contextOfTournament(_id) },
    ...(!rated && { isRated: false as const }),
  };
  const networks = await marks.networksOf(
    _id,
    games.flatMap(({ red, blue }) => [red, blue]),
  );
  const { games: begun } = await pairing.call(ROUTES.beginAssignedGames, {
    body: {
      games: games.map((one) => ({
        ...shared,
        ...{ gameId: one.game, roomId: one.game, players: [one.red, one.blue] as [string, string] },
        ...(isArranged(tournament, networks, one) && { isArranged: true as const }),
      })),
    },
  });
  for (const { gameId, state, busy } of begun) {
    const game = games.find((one) => one.game === gameId)!;
    if (state === 'begun') {
      if (await marks.noteBegun(_id, gameId)) await notifyPaired(parts, tournament, game);
    } else if (state === 'busy') await handleBusy(parts, tournament, game, busy);
    else if (state === 'refused' && now() - game.at >= BEGIN_WITHIN_MS)
      await giveUp(parts, tournament, game, []);
  }
}

/** Begins all paired games whose rooms are not known to exist. What a killed process left is among them. Idempotent. */
export async function beginGames(parts: Parts, tournament: StoredTournament, book: Book): Promise<void> {
  const running = new Map(book.state.games);
  const pending = await parts.marks.notBegun(tournament._id, [...running.keys()]);
  for (let n = 0; n < pending.length; n += ASSIGNED_GAMES_PER_CALL) {
    const games = pending.slice(n, n + ASSIGNED_GAMES_PER_CALL).map((id) => running.get(id)!);
    await beginSome(parts, tournament, games);
  }
}
