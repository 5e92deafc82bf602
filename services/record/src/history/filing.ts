import { setTimeout as delay } from 'node:timers/promises';
import { isDuplicate, type Logger } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import type { NewGame, StoredGame } from '../models/game-record.ts';
import { entriesOf } from './entries.ts';
import { changing } from './tally.ts';

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

/** Puts games into the histories of those whose they are. Doing it again changes nothing. */
async function fileGames(context: Parts, games: readonly StoredGame[]): Promise<void> {
  const made = games.flatMap(entriesOf);
  const users = [...new Set(made.map(({ userId }) => userId))];
  await changing(context, users, context.now(), () =>
    context.entries.bulkWrite(
      made.map(({ _id, ...entry }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: entry }, upsert: true },
      })),
      { ordered: false },
    ),
  );
}

async function insertOnce({ records }: Parts, gameId: string, game: NewGame): Promise<StoredGame> {
  const upsert = () =>
    records
      .findOneAndUpdate(
        { gameId },
        { $setOnInsert: { ...game, filed: true } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean();
  try {
    return await upsert();
  } catch (error) {
    // Two upserts of a new game can collide; by now it is there, so the second try only reads it.
    if (!isDuplicate(error)) throw error;
    return upsert();
  }
}

/**
 * Keeps a game, first in the archive and then in the histories, and returns its record's id. Where `gameId` is kept
 * already nothing is asked of `describe`, and what an attempt that was cut off left undone is done. So whoever hands a game
 * over tries again until he has an answer.
 */
export async function keepGame(
  context: Parts,
  gameId: string,
  describe: () => Promise<NewGame>,
): Promise<string> {
  const known = await context.records.findOne({ gameId }).lean();
  const game = known ?? (await insertOnce(context, gameId, await describe()));
  await fileGames(context, [game]);
  return game._id.toString();
}

const BATCH = 200;
/** While the store is away. Milliseconds. */
const RETRY_MS = 5_000;

/** Files the games from before there were histories. Resolves when none is left, or `signal` ends it. */
export async function fileOld(context: Parts, logger: Logger, signal: AbortSignal): Promise<void> {
  const { records } = context;
  while (!signal.aborted) {
    try {
      const games = await records.find({ filed: null }).limit(BATCH).lean();
      if (games.length === 0) return;
      await fileGames(context, games);
      await records.updateMany({ _id: { $in: games.map(({ _id }) => _id) } }, { $set: { filed: true } });
      logger.info({ games: games.length }, 'old games filed into histories');
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'old games could not be filed; it is tried again');
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
