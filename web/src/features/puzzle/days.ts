import { t } from './texts.ts';

/** Days of China as texts `2026-11-29`. Pure. */

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 0 for Sunday. */
  readonly weekday: number;
}

export function readDay(date: string): Day {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

export function weekdayName(weekday: number): string {
  return t('daily.weekday')[weekday]!;
}

/** `11 月 22 日 · 周六` */
export function dateText(date: string): string {
  const { month, day, weekday } = readDay(date);
  return t('daily.date', { month, day, weekday: weekdayName(weekday) });
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Returns the month so many months later; months as `2026-11`. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + count;
  return `${Math.floor(at / 12)}-${pad((at % 12) + 1)}`;
}

/** Returns the days of a month in weeks from Monday; null before the first day. */
export function daysOf(month: string): readonly (string | null)[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const lead = (readDay(`${month}-01`).weekday + 6) % 7;
  const days = Array.from({ length: count }, (_, at) => `${month}-${pad(at + 1)}`);
  return [...Array.from({ length: lead }, () => null), ...days];
}
