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

/** Returns the end of a sanction in China's time, to follow a verb: `到 11月23日 19:30`. Pure. */
export function untilText(end: number, now: number): string {
  if (end >= FOR_EVER) return '，没有期限';
  const format = YEAR.format(end) === YEAR.format(now) ? THIS_YEAR : ANY_YEAR;
  return `到 ${format.format(end)}`;
}
