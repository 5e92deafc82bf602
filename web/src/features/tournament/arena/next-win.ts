import type { OwnEntry, StandingsRow } from '@doushouqi/protocol';
import { t } from './texts.ts';

/** Wins in a row after which wins count double. */
const STREAK = 2;

/** `离第 12 名差 1 分`; null without a player above, or if the row is unknown. Pure. */
function distanceText({ rank, points }: OwnEntry, rows: readonly StandingsRow[]): string | null {
  if (rank === 1) return points > 0 ? t('entry.lead') : null;
  const above = rows.find((row) => row.rank === rank - 1);
  if (!above) return null;
  const left = above.points - points;
  return left > 0
    ? t('entry.distance', { rank: rank - 1, points: left })
    : t('entry.level', { rank: rank - 1 });
}

/** Returns what the next win brings, and the distance to the player above. Pure. */
export function nextWinText(own: OwnEntry, rows: readonly StandingsRow[]): string {
  const { streak } = own;
  const win =
    streak >= STREAK
      ? t('entry.fire', { count: streak })
      : t(streak === STREAK - 1 ? 'entry.spark' : 'entry.first');
  const distance = distanceText(own, rows);
  return distance === null ? `${win}。` : `${distance}；${win}。`;
}
