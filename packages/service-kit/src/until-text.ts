import { FOR_EVER } from '@doushouqi/protocol';

const MINUTE = {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;
const THIS_YEAR = new Intl.DateTimeFormat('zh-CN', MINUTE);
const ANY_YEAR = new Intl.DateTimeFormat('zh-CN', { ...MINUTE, year: 'numeric' });
const YEAR = new Intl.DateTimeFormat('zh-CN', { timeZone: MINUTE.timeZone, year: 'numeric' });

/** Returns a time of China, `11月23日 19:30`, with the year unless it is that of `now`. Pure; epoch ms. */
export function minuteText(at: number, now: number): string {
  const format = YEAR.format(at) === YEAR.format(now) ? THIS_YEAR : ANY_YEAR;
  return format.format(at);
}

/** Returns the end of a sanction, to follow a verb: `到 11月23日 19:30`. Pure. */
export function untilText(end: number, now: number): string {
  return end >= FOR_EVER ? '，没有期限' : `到 ${minuteText(end, now)}`;
}
