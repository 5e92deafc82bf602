import { dayText, timeText } from '../../ui/format.ts';
import { t } from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_HOURS = 24;

/** Below this time a turn is urgent. Milliseconds. */
const URGENT = 12 * HOUR;

/** `2 天 7 小时`; below a day `9 小时`, below an hour `35 分钟`, at least one. Pure. @param ms duration */
export function leftText(ms: number): string {
  const whole = Math.floor(ms / HOUR);
  const [days, hours] = [Math.floor(whole / DAY_HOURS), whole % DAY_HOURS];
  if (days > 0) return hours > 0 ? t('left.both', { days, hours }) : t('left.days', { days });
  if (hours > 0) return t('left.hours', { hours });
  return t('left.minutes', { minutes: Math.max(1, Math.floor(ms / MINUTE)) });
}

/** Whether little of the time for a move is left. Pure. @param ms duration */
export function isUrgent(ms: number): boolean {
  return ms < URGENT;
}

const WEEKDAY = new Intl.DateTimeFormat('zh-CN', { weekday: 'short' });
/** An hour from which the day before is called its evening. */
const EVENING = 18;

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** `今天 10:20`, `昨晚 22:14`, `昨天 9:05`, within a week `周三`, else the date. Local time. Pure. Times in epoch ms. */
export function pastText(at: number, now: number): string {
  // Rounded: a day of a change to summer time has another length.
  const days = Math.round((startOfDay(now) - startOfDay(at)) / (DAY_HOURS * HOUR));
  const time = timeText(at);
  if (days <= 0) return t('day.today', { time });
  if (days === 1) return t(new Date(at).getHours() >= EVENING ? 'day.evening' : 'day.yesterday', { time });
  return days < 7 ? WEEKDAY.format(at) : dayText(at, now);
}
