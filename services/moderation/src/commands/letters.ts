import type { Letter, OwnReport } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { QueryFilter } from 'mongoose';
import type { ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { isTold } from '../policies/sanctions.ts';
import { presentOwnReport } from '../presenters/reports.ts';
import { presentLetter } from '../presenters/sanctions.ts';

const MOST_LISTED = 50;
/** Kinds and states of which the person may know (`isTold`). */
const TOLD: QueryFilter<StoredSanction> = { kind: { $ne: 'shadow' }, state: { $in: ['active', 'ended'] } };

/** Lists the sanctions of a user as letters, newest first. */
export async function listLetters(
  { sanctions, now }: Pick<ModerationContext, 'sanctions' | 'now'>,
  userId: string,
): Promise<Letter[]> {
  const found = await sanctions
    .find({ userId, ...TOLD })
    .sort({ from: -1 })
    .limit(MOST_LISTED)
    .lean();
  return found.map((one) => presentLetter(one, now()));
}

/** Notes that the person has read a letter. Idempotent. Throws NOT_FOUND. */
export async function readLetter(
  { sanctions, now }: Pick<ModerationContext, 'sanctions' | 'now'>,
  userId: string,
  sanctionId: string,
): Promise<void> {
  const letter = await sanctions.findOne({ _id: sanctionId, userId }).lean();
  if (letter === null || !isTold(letter)) throw errorOf('NOT_FOUND');
  await sanctions.updateOne({ _id: letter._id, seenAt: null }, { $set: { seenAt: now() } });
}

/** Lists the reports of a user and what became of them, newest first. */
export async function listOwnReports(
  { reports }: Pick<ModerationContext, 'reports'>,
  reporterId: string,
): Promise<OwnReport[]> {
  const found = await reports.find({ reporterId }).sort({ at: -1 }).limit(MOST_LISTED).lean();
  return found.map(presentOwnReport);
}

/** Notes that a user has read the outcomes of all own reports. Idempotent. */
export async function readOwnReports(
  { reports, now }: Pick<ModerationContext, 'reports' | 'now'>,
  reporterId: string,
): Promise<void> {
  const unread = { reporterId, closedAt: { $ne: null }, seenAt: null };
  await reports.updateMany(unread, { $set: { seenAt: now() } });
}
