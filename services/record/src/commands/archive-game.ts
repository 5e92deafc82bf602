import { type FinishedGame, isRatedGame, unknownUser } from '@doushouqi/protocol';
import type { RecordContext } from '../context.ts';
import { storeGame } from '../history/filing.ts';

/** Returns the stored fields; `leftBy`, lags and focus losses are for the rating service. */
function keptOf({ roomId, ruleSet, start, record, winner, endReason, timeControl, ...game }: FinishedGame) {
  const { context, startTime, endTime, moveTimes } = game;
  const result = { winner, endReason };
  return { roomId, ruleSet, start, record, ...result, timeControl, context, startTime, endTime, moveTimes };
}

/**
 * Archives a finished game, adds it to the players' histories and returns its record id. Idempotent by
 * `gameId`; the rating change may come first, with or after the game. Throws UNAVAILABLE without auth.
 */
export async function archiveGame(
  context: Omit<RecordContext, 'limits'>,
  game: FinishedGame,
  requestId: string,
): Promise<string> {
  const { gameId, players, ratings } = game;
  const recordId = await storeGame(context, gameId, async () => {
    const profiles = await context.fetchProfiles(players, { requestId });
    const [red, blue] = players.map((id) => profiles.get(id) ?? unknownUser(id));
    return {
      ...keptOf(game),
      ...(isRatedGame(game) && { rated: true }),
      ...(ratings && { ratings }),
      type: 'online',
      players: { red: red!, blue: blue! },
    };
  });
  if (ratings) await context.records.updateOne({ _id: recordId, ratings: null }, { $set: { ratings } });
  return recordId;
}
