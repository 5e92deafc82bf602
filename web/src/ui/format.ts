/** Formats days and times in local time. Pure; times are epoch ms. */

const CLOCK = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

/** `21:40` */
export function timeText(at: number): string {
  return CLOCK.format(at);
}

/** `11月19日`, with the year if it is not the year of `now`. */
export function dayText(at: number, now: number): string {
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? DAY : DAY_OF_YEAR).format(at);
}

/** `+12`, `−8`, `±0`, with a minus sign instead of a hyphen. Pure. */
export function signed(points: number): string {
  if (points === 0) return '±0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** Larger numbers are shown as `99+`. */
const CAP = 99;

/** Returns the text of a badge, or null for no badge. Pure. */
export function badgeText(count: number): string | null {
  return count <= 0 ? null : count > CAP ? `${CAP}+` : String(count);
}
