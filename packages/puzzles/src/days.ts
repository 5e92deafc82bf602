/** Days of China, and the streak of days on which the day's puzzle was solved. Pure; a day is a text as 2026-11-29. */

const DAY_MS = 86_400_000;
/** China has one time, UTC+8, without summer time. */
const OFFSET_MS = 8 * 3_600_000;
/** Stored solved days: the present week and the one before. */
const MOST_DAYS = 14;

/** Returns the day of China at a time (epoch ms). */
export function dayOf(time: number): string {
  return new Date(time + OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns the day `by` days later. */
export function dayAfter(day: string, by = 1): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text names a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayAfter(text, 0) === text;
}

/** Returns the days of a month (2026-11) from `first` to `last`, oldest first. */
export function daysOfMonth(month: string, first: string, last: string): string[] {
  const all = Array.from({ length: 31 }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`);
  return all.filter((day) => isDay(day) && day >= first && day <= last);
}

/** The days on which a user solved the day's puzzle. */
export interface SolvedDays {
  /** The last day; null before the first. */
  readonly last: string | null;
  /** Days in a row up to `last`. */
  readonly run: number;
  /** The last of them, at most 14, oldest first. */
  readonly days: readonly string[];
}

export const NO_DAYS: SolvedDays = { last: null, run: 0, days: [] };

/** Returns the days after the puzzle of `day` was solved on it. A second solution changes nothing. */
export function withDay(solved: SolvedDays, day: string): SolvedDays {
  const { last, run, days } = solved;
  if (last !== null && day <= last) return solved;
  return {
    last: day,
    run: last === dayAfter(day, -1) ? run + 1 : 1,
    days: [...days, day].slice(-MOST_DAYS),
  };
}

/** Returns the days in a row as of `today`: a streak lasts until the end of the day after its last. */
export function runAt({ last, run }: Pick<SolvedDays, 'last' | 'run'>, today: string): number {
  return last !== null && last >= dayAfter(today, -1) ? run : 0;
}

export type DayState = 'solved' | 'missed' | 'open' | 'future';

/** Returns the week of `today`, from Monday. */
export function weekOf(
  { days }: Pick<SolvedDays, 'days'>,
  today: string,
): { date: string; state: DayState }[] {
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, n) => {
    const date = dayAfter(today, n - sinceMonday);
    if (days.includes(date)) return { date, state: 'solved' };
    return { date, state: date > today ? 'future' : date === today ? 'open' : 'missed' };
  });
}
