import { setTimeout as delay } from 'node:timers/promises';
import { isDuplicate, type Logger } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import type { NewGame, StoredGame } from '../models/game-record.ts';
import { entriesOf } from './entries.ts';
import { changing } from './tally.ts';

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

/** Puts games into the histories of those whose they are. Doing it again changes nothing. */
async function fileGames(context: Parts, games: readonly StoredGame[]): Promise<void> {
  const { records, entries, now } = context;
  const made = games.flatMap(entriesOf);
  const users = [...new Set(made.map(({ userId }) => userId))];
  await changing(context, users, now(), () =>
    entries.bulkWrite(
      made.map(({ _id, ...entry }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: entry }, upsert: true },
      })),
      { ordered: false },
    ),
  );
  await records.updateMany({ _id: { $in: games.map(({ _id }) => _id) } }, { $set: { filed: true } });
}

async function insertOnce({ records }: Parts, gameId: string, game: NewGame): Promise<StoredGame> {
  const upsert = () =>
    records
      .findOneAndUpdate({ gameId }, { $setOnInsert: game }, { upsert: true, returnDocument: 'after' })
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
 * already nothing is asked of `describe`, and what an earlier attempt left undone is done.
 */
export async function keepGame(
  context: Parts,
  gameId: string,
  describe: () => Promise<NewGame>,
): Promise<string> {
  const known = await context.records.findOne({ gameId }).lean();
  const game = known ?? (await insertOnce(context, gameId, await describe()));
  if (!game.filed) await fileGames(context, [game]);
  return game._id.toString();
}

const BATCH = 200;
/** While the store is away. Milliseconds. */
const RETRY_MS = 5_000;

/**
 * Files what is not: games from before there were histories, and those whose keeping was cut off and not tried again.
 * Resolves when nothing is left, or `signal` ends it.
 */
export async function fileRest(context: Parts, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const games = await context.records.find({ filed: null }).limit(BATCH).lean();
      if (games.length === 0) return;
      await fileGames(context, games);
      logger.info({ games: games.length }, 'games filed into histories');
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'games could not be filed; it is tried again');
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
