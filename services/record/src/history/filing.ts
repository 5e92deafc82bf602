import { setTimeout as delay } from 'node:timers/promises';
import { fromWireWinner, LEVEL_NAMES, tournamentOfContext } from '@doushouqi/protocol';
import { otherSide, SIDES, type Side, type Winner } from '@doushouqi/rules';
import { type Logger, retryUpsert } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import type { NewGame, StoredGame } from '../models/game-record.ts';
import { entryId, type GameResult, type StoredEntry } from '../models/history.ts';
import { changeEntry } from './tally.ts';

function resultFor(side: Side, winner: Winner | null): GameResult | null {
  if (winner === null) return null;
  if (winner === 'draw') return 'draw';
  return winner === side ? 'win' : 'loss';
}

/** Returns the entries of a game: one for the user who saved it, or one for each player. */
function entriesOf(game: StoredGame): StoredEntry[] {
  const { _id: recordId, type, owner, winner, endTime, rated, start, context } = game;
  const { players } = game;
  const users = owner === undefined ? SIDES.flatMap((side) => players[side]._id ?? []) : [owner];
  return users.map((userId) => {
    const side = SIDES.find((one) => players[one]._id === userId) ?? null;
    return {
      _id: entryId(userId, recordId),
      userId,
      recordId,
      type,
      ...(rated && { rated }),
      ...(tournamentOfContext(context) !== null && { tournament: true as const }),
      ...(start && { setUp: true as const }),
      result: side === null ? null : resultFor(side, fromWireWinner(winner)),
      opponent: side === null ? null : players[otherSide(side)].nickname,
      endTime,
      favorite: false,
      comment: '',
    };
  });
}

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

/** Adds a game to the histories of its users. Idempotent. */
async function fileGame(context: Parts, game: StoredGame): Promise<void> {
  const add = ({ _id, ...entry }: StoredEntry) =>
    changeEntry(context, entry.userId, context.now(), async () => {
      const before = await retryUpsert(() =>
        context.entries
          .findOneAndUpdate({ _id }, { $setOnInsert: entry }, { upsert: true, returnDocument: 'before' })
          .lean()
          .exec(),
      );
      return [before, before ?? entry];
    });
  await Promise.all(entriesOf(game).map(add));
}

async function insertOnce({ records }: Parts, gameId: string, game: NewGame): Promise<StoredGame> {
  const stored = { ...game, filed: true };
  return retryUpsert(() =>
    records
      .findOneAndUpdate({ gameId }, { $setOnInsert: stored }, { upsert: true, returnDocument: 'after' })
      .lean()
      .exec(),
  );
}

/**
 * Stores a game in the archive, then in the histories, and returns its record id. If `gameId` exists,
 * `describe` is not called and an interrupted attempt is completed, so callers retry until they get a reply.
 */
export async function storeGame(
  context: Parts,
  gameId: string,
  describe: () => Promise<NewGame>,
): Promise<string> {
  const known = await context.records.findOne({ gameId }).lean();
  const game = known ?? (await insertOnce(context, gameId, await describe()));
  await fileGame(context, game);
  return game._id.toString();
}

/** Old games per batch. */
const BATCH = 50;
/** Retry delay during an outage of the store. Milliseconds. */
const RETRY_MS = 5_000;

/** Adds games of older versions to the histories. Resolves when none is left, or when `signal` aborts. */
export async function fileOld(context: Parts, logger: Logger, signal: AbortSignal): Promise<void> {
  const { records } = context;
  while (!signal.aborted) {
    try {
      const games = await records.find({ filed: null }).limit(BATCH).lean();
      if (games.length === 0) return;
      await Promise.all(games.map((game) => fileGame(context, game)));
      await records.updateMany({ _id: { $in: games.map(({ _id }) => _id) } }, { $set: { filed: true } });
      logger.info({ games: games.length }, 'old games filed into histories');
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'old games could not be filed; it is tried again');
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Names the computer by its level in games of older versions. */
export async function nameLevels({ records, entries }: Pick<Parts, 'records' | 'entries'>): Promise<void> {
  for (const side of ['red', 'blue'] as const) {
    const field = `players.${side}.nickname`;
    const unnamed = { [field]: '电脑', [`players.${side}._id`]: null, aiLevel: { $gte: 1 } };
    for await (const { _id, owner, aiLevel } of records.find(unnamed).lean().cursor()) {
      const name = LEVEL_NAMES[aiLevel! - 1]!;
      // The game is renamed last, so that a crash repeats both steps.
      await entries.updateOne({ _id: entryId(owner!, _id) }, { $set: { opponent: name } });
      await records.updateOne({ _id }, { $set: { [field]: name } });
    }
  }
}

/** Marks the entries of set-up games of older versions, whose results were counted. Idempotent. */
export async function markSetUps(context: Parts): Promise<void> {
  const { records, entries, now } = context;
  for await (const game of records
    .find({ start: { $ne: null } })
    .lean()
    .cursor()) {
    for (const { _id, userId } of entriesOf(game)) {
      const unmarked = { _id, setUp: null };
      if ((await entries.exists(unmarked)) === null) continue;
      await changeEntry(context, userId, now(), async () => {
        const before = await entries.findOneAndUpdate(unmarked, { $set: { setUp: true } }).lean();
        return [before, before && { ...before, setUp: true }];
      });
    }
  }
}
