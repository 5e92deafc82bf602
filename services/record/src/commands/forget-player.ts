import { DEFAULT_AVATAR } from '@doushouqi/protocol';
import { SIDES } from '@doushouqi/rules';
import type { RecordContext } from '../context.ts';

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
    const known = { _id: null, nickname, avatar: DEFAULT_AVATAR };
    for (const side of SIDES) {
      const played = { _id: { $in: recordIds }, [`players.${side}._id`]: userId };
      await records.updateMany(played, { $set: { [`players.${side}`]: known } });
    }
    const others = { recordId: { $in: recordIds }, userId: { $ne: userId } };
    await entries.updateMany(others, { $set: { opponent: nickname } });
    // Deleted last: they lead to the games.
    await entries.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
  }
  await tallies.deleteOne({ _id: userId });
}
