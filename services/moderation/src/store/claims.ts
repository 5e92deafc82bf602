import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';

/** For how long an operator has a person open. Milliseconds. */
const CLAIM_MS = 600_000;

type Parts = Pick<ModerationContext, 'cases' | 'now'>;
interface Claim {
  byId: string;
  by: string;
}

/** Reserves a person for an operator, or prolongs it, in one step. Throws CASE_TAKEN. */
export async function claim({ cases, now }: Parts, userId: string, { byId, by }: Claim): Promise<void> {
  const free = { _id: userId, $or: [{ byId }, { until: { $lte: new Date(now()) } }] };
  const claimed = { $set: { byId, by, until: new Date(now() + CLAIM_MS) } };
  try {
    await cases.updateOne(free, claimed, { upsert: true });
  } catch (error) {
    // The document exists and is another operator's, so the upsert would have added a second one.
    if (isDuplicate(error)) throw errorOf('CASE_TAKEN');
    throw error;
  }
}

/** Gives a person back. Idempotent. */
export async function release({ cases }: Pick<Parts, 'cases'>, userId: string, byId: string): Promise<void> {
  await cases.deleteOne({ _id: userId, byId });
}

/** Throws CASE_TAKEN while another operator has the person open. */
export async function assertUnclaimed({ cases, now }: Parts, userId: string, byId: string): Promise<void> {
  const taken = await cases.exists({ _id: userId, byId: { $ne: byId }, until: { $gt: new Date(now()) } });
  if (taken !== null) throw errorOf('CASE_TAKEN');
}

/** Returns who has which person open. */
export async function claimsOf({ cases, now }: Parts): Promise<ReadonlyMap<string, Claim>> {
  const claims = await cases.find({ until: { $gt: new Date(now()) } }).lean();
  return new Map(claims.map(({ _id, byId, by }) => [_id, { byId, by }]));
}
