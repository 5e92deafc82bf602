import { t } from './texts.ts';

/** `1:05`, minutes and seconds. Pure. */
export function minutesText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `20:35`, the time of day on this device. */
export function clockText(at: number): string {
  const date = new Date(at);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `10 分钟`, `2 小时`, rounded. @param ms duration */
export function roughTime(ms: number): string {
  return ms < HOUR
    ? t('conduct.minutes', { count: Math.ceil(ms / MINUTE) })
    : t('conduct.hours', { count: Math.ceil(ms / HOUR) });
}
