import { type FinishedGame, POLICIES, type PublicUser, toWireWinner, unknownUser } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { storeGame } from '../history/filing.ts';
import { replay } from '../replay.ts';

/** Throws unless the record is a legal game with the stated end and a time for each move. */
function assertConsistent(game: FinishedGame): void {
  const replayed = replay(game);
  const consistent =
    replayed !== null &&
    toWireWinner(replayed.outcome.winner) === game.winner &&
    replayed.outcome.endReason === game.endReason &&
    plyCount(replayed) === game.moveTimes.length;
  if (!consistent) throw errorOf('INVALID_INPUT');
}

/** Returns the stored fields; `leftBy`, lags and focus losses are for the rating service. */
function keptOf({ roomId, ruleSet, start, record, winner, endReason, timeControl, ...game }: FinishedGame) {
  const { startTime, endTime, moveTimes } = game;
  return {
    roomId,
    ruleSet,
    start,
    record,
    winner,
    endReason,
    timeControl,
    startTime,
    endTime,
    moveTimes,
  };
}

function profileOf(id: string, profiles: readonly PublicUser[]): PublicUser {
  return profiles.find(({ _id }) => _id === id) ?? unknownUser(id);
}

/**
 * Archives a finished game, adds it to the players' histories and returns its record id. Idempotent by
 * `gameId`. Throws INVALID_INPUT for an inconsistent game, UNAVAILABLE without auth.
 */
export async function archiveGame(
  context: Omit<RecordContext, 'limits'>,
  game: FinishedGame,
  requestId: string,
): Promise<string> {
  assertConsistent(game);
  const { gameId, players, kind, ratings } = game;
  return storeGame(context, gameId, async () => {
    const profiles = await context.fetchProfiles([...new Set(players)], requestId);
    const [red, blue] = players;
    return {
      ...keptOf(game),
      ...(POLICIES[kind].rated && { rated: true }),
      ...(ratings && { ratings }),
      type: 'online',
      players: { red: profileOf(red, profiles), blue: profileOf(blue, profiles) },
    };
  });
}
