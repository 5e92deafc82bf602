import type { ModerationContext } from '../context.ts';
import { weightOf } from '../policies/cases.ts';

/** Returns how much the reports of each user count, by the outcomes of their stored reports. */
export async function weightsOf(
  { reports }: Pick<ModerationContext, 'reports'>,
  reporterIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(reporterIds)];
  const count = async (outcome: 'acted' | 'dismissed') => {
    const counts: { _id: string; n: number }[] = await reports.aggregate([
      { $match: { reporterId: { $in: ids }, outcome } },
      { $group: { _id: '$reporterId', n: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, n }) => [_id, n]));
  };
  const [acted, dismissed] = await Promise.all([count('acted'), count('dismissed')]);
  return new Map(
    ids.map((id) => [id, weightOf({ acted: acted.get(id) ?? 0, dismissed: dismissed.get(id) ?? 0 })]),
  );
}
