import {
  DEFAULT_AVATAR,
  type FinishedGame,
  POLICIES,
  type PublicUser,
  toWireWinner,
} from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { keepGame } from '../history/filing.ts';
import { replay } from '../replay.ts';

const UNKNOWN_NICKNAME = '未知棋手';

/** The record must be a legal game that ended, or was broken off, as the rest says, with a time for each move. */
function assertConsistent(game: FinishedGame): void {
  const replayed = replay(game);
  const consistent =
    replayed !== null &&
    toWireWinner(replayed.outcome.winner) === game.winner &&
    replayed.outcome.endReason === game.endReason &&
    plyCount(replayed) === game.moveTimes.length;
  if (!consistent) throw errorOf('INVALID_INPUT');
}

/** What is stored of it as it is: who is to blame, lags and lost focus are for the review of ratings. */
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
  return (
    profiles.find(({ _id }) => _id === id) ?? { _id: id, nickname: UNKNOWN_NICKNAME, avatar: DEFAULT_AVATAR }
  );
}

/**
 * Takes a finished game into the archive and the histories of its players, and returns its record's id; the same `gameId`
 * again changes nothing.
 * Throws INVALID_INPUT for a game that contradicts itself, UNAVAILABLE while auth cannot be asked for the names.
 */
export async function archiveGame(
  context: Omit<RecordContext, 'limits'>,
  game: FinishedGame,
  requestId: string,
): Promise<string> {
  assertConsistent(game);
  const { gameId, players, kind, ratings } = game;
  return keepGame(context, gameId, async () => {
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
