import { DEFAULT_AVATAR } from '@doushouqi/protocol';
import { SIDES } from '@doushouqi/rules';
import type { RecordContext } from '../context.ts';
import { entryId } from '../models/history.ts';

/** Games changed at once. */
const BATCH = 100;

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies'>;

/**
 * Deletes the history and the local games of a user. Online games stay, without the id: they show `nickname` and the
 * default avatar, also in the histories of the opponents. Idempotent, so an interrupted call is repeated.
 */
export async function forgetPlayer(
  { records, entries, tallies }: Parts,
  userId: string,
  nickname: string,
): Promise<void> {
  for (;;) {
    const batch = await entries.find({ userId }).limit(BATCH).lean();
    if (batch.length === 0) break;
    const recordIds = batch.map(({ recordId }) => recordId);
    await records.deleteMany({ _id: { $in: recordIds }, owner: userId });
    const games = await records.find({ _id: { $in: recordIds } }, { players: 1 }).lean();
    const others = games.flatMap(({ _id, players }) =>
      SIDES.flatMap((side) => players[side]._id ?? [])
        .filter((other) => other !== userId)
        .map((other) => entryId(other, _id)),
    );
    const known = { _id: null, nickname, avatar: DEFAULT_AVATAR };
    for (const side of SIDES) {
      const played = { _id: { $in: recordIds }, [`players.${side}._id`]: userId };
      await records.updateMany(played, { $set: { [`players.${side}`]: known } });
    }
    await entries.updateMany({ _id: { $in: others } }, { $set: { opponent: nickname } });
    // Deleted last: they lead to the games.
    await entries.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
  }
  await tallies.deleteOne({ _id: userId });
}
