import { dayText, timeText } from '../../ui/format.ts';
import { t } from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** `今天 19:20`, `昨天 23:05`, else `11月18日 21:30`. Pure; epoch ms. */
export function whenText(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  const day = days === 0 ? t('time.today') : days === 1 ? t('time.yesterday') : dayText(at, now);
  return `${day} ${timeText(at)}`;
}

/** `刚刚`, `6 分前`, `3 小时前`, then as `whenText`. Pure. */
export function agoText(at: number, now: number): string {
  const passed = now - at;
  if (passed < MINUTE) return t('time.now');
  if (passed < HOUR) return t('time.minutes', { count: Math.floor(passed / MINUTE) });
  if (passed < DAY) return t('time.hours', { count: Math.floor(passed / HOUR) });
  return whenText(at, now);
}

/** `18 分钟`, `3 小时`, `2 天`. Pure. @param duration ms */
export function durationText(duration: number): string {
  if (duration < HOUR) return t('time.lastsMinutes', { count: Math.max(1, Math.round(duration / MINUTE)) });
  if (duration < 2 * DAY) return t('time.lastsHours', { count: Math.round(duration / HOUR) });
  return t('time.lastsDays', { count: Math.round(duration / DAY) });
}
