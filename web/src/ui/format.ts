/** Days and times of day in words, in local time. Pure; times in epoch ms. */

const CLOCK = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

/** `21:40` */
export function timeText(at: number): string {
  return CLOCK.format(at);
}

/** `11月19日`; with the year where it is not that of `now`. */
export function dayText(at: number, now: number): string {
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? DAY : DAY_OF_YEAR).format(at);
}

/** `+12`, `−8`, `±0`; with the minus of numbers. Pure. */
export function signed(points: number): string {
  if (points === 0) return '±0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** Numbers above this are shown as this and a plus. */
const CAP = 99;

/** What a badge says; null: no badge at all. Pure. */
export function badgeText(count: number): string | null {
  return count <= 0 ? null : count > CAP ? `${CAP}+` : String(count);
}
