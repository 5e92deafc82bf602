import { DEFAULT_AVATAR, EXPIRED_GUEST, type PublicUser, type RecordPlayer } from '@doushouqi/protocol';
import { otherSide, SIDES } from '@doushouqi/rules';
import type { RecordContext } from '../context.ts';
import { changeEntry } from '../history/tally.ts';
import { entryId, type StoredEntry } from '../models/history.ts';

/** Games changed at once. */
const BATCH = 100;

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies'>;

/** Shows `known` instead of a user in games, and in the histories of the opponents. */
async function renamePlayer(
  { records, entries }: Parts,
  userId: string,
  recordIds: readonly StoredEntry['recordId'][],
  known: RecordPlayer,
): Promise<void> {
  const games = await records.find({ _id: { $in: recordIds } }, { players: 1 }).lean();
  const others = games.flatMap(({ _id, players }) =>
    SIDES.flatMap((side) => players[side]._id ?? [])
      .filter((other) => other !== userId)
      .map((other) => entryId(other, _id)),
  );
  for (const side of SIDES) {
    const played = { _id: { $in: recordIds }, [`players.${side}._id`]: userId };
    await records.updateMany(played, { $set: { [`players.${side}`]: known } });
  }
  await entries.updateMany({ _id: { $in: others } }, { $set: { opponent: known.nickname } });
}

/** Calls `change` with the entries of a user, in batches, which it deletes last: they lead to the games. */
async function emptyHistory(
  { entries, tallies }: Parts,
  userId: string,
  change: (batch: readonly StoredEntry[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const batch = await entries.find({ userId }).limit(BATCH).lean();
    if (batch.length === 0) break;
    await change(batch);
    await entries.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
  }
  await tallies.deleteOne({ _id: userId });
}

function idsOf(batch: readonly StoredEntry[]): StoredEntry['recordId'][] {
  return batch.map(({ recordId }) => recordId);
}

/**
 * Deletes the history and the local games of a user. Online games stay, without the id: they show `nickname` and the
 * default avatar, also in the histories of the opponents. Idempotent, so an interrupted call is repeated.
 */
export async function forgetPlayer(parts: Parts, userId: string, nickname: string): Promise<void> {
  await emptyHistory(parts, userId, async (batch) => {
    await parts.records.deleteMany({ _id: { $in: idsOf(batch) }, owner: userId });
    await renamePlayer(parts, userId, idsOf(batch), { _id: null, nickname, avatar: DEFAULT_AVATAR });
  });
}

/**
 * Moves the history and the games of a guest to another user. In a game against this user the guest is forgotten.
 * Idempotent, so an interrupted call is repeated.
 */
export async function carryGames(
  parts: Parts & Pick<RecordContext, 'now'>,
  userId: string,
  { _id, nickname, avatar }: PublicUser,
): Promise<void> {
  const { records, entries, now } = parts;
  await emptyHistory(parts, userId, async (batch) => {
    const games = await records.find({ _id: { $in: idsOf(batch) } }, { players: 1 }).lean();
    const met = games
      .filter(({ players }) =>
        SIDES.some((side) => players[side]._id === userId && players[otherSide(side)]._id === _id),
      )
      .map((game) => game._id.toString());
    const own = batch.filter(({ recordId }) => met.includes(recordId.toString()));
    const carried = batch.filter((entry) => !own.includes(entry));
    await renamePlayer(parts, userId, idsOf(own), {
      _id: null,
      nickname: EXPIRED_GUEST,
      avatar: DEFAULT_AVATAR,
    });
    await renamePlayer(parts, userId, idsOf(carried), { _id, nickname, avatar });
    await records.updateMany({ _id: { $in: idsOf(carried) }, owner: userId }, { $set: { owner: _id } });
    for (const { _id: _old, ...entry } of carried) {
      const id = entryId(_id, entry.recordId);
      await changeEntry(parts, _id, now(), async () => {
        const known = { ...entry, userId: _id };
        const { upsertedCount } = await entries.updateOne(
          { _id: id },
          { $setOnInsert: known },
          { upsert: true },
        );
        return [null, upsertedCount > 0 ? known : null];
      });
    }
  });
}
