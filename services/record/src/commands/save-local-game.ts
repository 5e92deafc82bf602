import { randomUUID } from 'node:crypto';
import {
  fromWireWinner,
  LEVEL_NAMES,
  MAX_LOCAL_RECORDS,
  MAX_PLIES,
  type RouteInput,
} from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { formatRecord, type Game, plyCount, ruleSetOf, startFen } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { storeGame } from '../history/filing.ts';
import { hasRoom } from '../history/tally.ts';
import { type GameTimes, localTimes } from '../local-times.ts';
import type { NewGame } from '../models/game-record.ts';
import { replayStated } from '../replay.ts';

type LocalGame = RouteInput<(typeof ROUTES)['saveLocalGame']>['body'];

interface Saving {
  userId: string;
  requestId: string;
}

/** Players of a local game: two without an account, or the user and the computer. */
const RED = { _id: null, nickname: '红方', avatar: 'dog.png' };
const BLUE = { _id: null, nickname: '蓝方', avatar: 'rat.png' };
/** For a game without a level. */
const COMPUTER = { ...BLUE, nickname: '电脑' };

async function playersOf(
  { fetchProfiles }: Pick<RecordContext, 'fetchProfiles'>,
  { userId, requestId }: Saving,
  { aiType, aiLevel, side }: Pick<LocalGame, 'aiType' | 'aiLevel' | 'side'>,
): Promise<NewGame['players']> {
  if (aiType === null) return { red: RED, blue: BLUE };
  const profile = (await fetchProfiles([userId], { requestId })).get(userId) ?? { ...RED, _id: userId };
  const computer = aiLevel === null ? COMPUTER : { ...COMPUTER, nickname: LEVEL_NAMES[aiLevel - 1]! };
  return side === 'blue' ? { red: computer, blue: profile } : { red: profile, blue: computer };
}

/** A local game cannot end by absence, has a timeout only with clocks, and is too long only after its last move. */
function canEndHere(game: Game, { aiType, timeControl }: Pick<LocalGame, 'aiType' | 'timeControl'>): boolean {
  const { endReason } = game.outcome;
  if (endReason === 'OFFLINE_SURRENDER') return false;
  // Older clients send no time control of games against the computer.
  if (endReason === 'TIME_UP') return timeControl !== null || aiType !== null;
  return endReason !== 'DRAW_TOO_LONG' || plyCount(game) >= MAX_PLIES;
}

/**
 * Replays a local game. Throws IMPOSSIBLE_GAME for illegal moves or a different end, INVALID_INPUT for times
 * that do not match the moves.
 */
function replayLocal(body: LocalGame, now: number): { game: Game; times: GameTimes } {
  const game = replayStated({ ...body, winner: fromWireWinner(body.winner) });
  if (game === null || !canEndHere(game, body)) throw errorOf('IMPOSSIBLE_GAME');
  const { moves, moveTimes, startTime } = body;
  const plies = plyCount(game);
  if (moveTimes !== undefined && moveTimes.length !== plies) throw errorOf('INVALID_INPUT');
  const timestamps = typeof moves === 'string' ? [] : moves.map(({ timestamp }) => timestamp);
  return { game, times: localTimes({ startTime, moveTimes, timestamps }, plies, now) };
}

/**
 * Stores a local game and returns its record id. Idempotent by the user's `id`. Throws IMPOSSIBLE_GAME,
 * INVALID_INPUT, RECORDS_FULL, and UNAVAILABLE without auth.
 */
export async function saveLocalGame(
  context: Omit<RecordContext, 'limits'>,
  saving: Saving,
  body: LocalGame,
): Promise<string> {
  const { userId } = saving;
  const { game, times } = replayLocal(body, context.now());
  const start = startFen(game);
  const { id = randomUUID(), aiType, aiLevel, timeControl } = body;
  return storeGame(context, `local:${userId}:${id}`, async () => {
    if (!(await hasRoom(context, userId, MAX_LOCAL_RECORDS, context.now()))) throw errorOf('RECORDS_FULL');
    return {
      type: 'local',
      owner: userId,
      players: await playersOf(context, saving, body),
      ruleSet: ruleSetOf(game),
      ...(start !== null && { start }),
      record: formatRecord(game),
      winner: body.winner,
      endReason: game.outcome.endReason,
      ...(timeControl && { timeControl }),
      ...(aiType !== null && { aiType }),
      ...(aiType !== null && aiLevel !== null && { aiLevel }),
      ...times,
    };
  });
}
