import type { Tournament } from '@doushouqi/protocol';
import { dayText, timeText } from '../../ui/format.ts';

/** Tournaments by where they are in time. Pure; times in epoch ms. */

const SECTIONS = ['running', 'upcoming', 'past'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf({ startTime, endTime }: Tournament, now: number): Section {
  if (now < startTime) return 'upcoming';
  return now < endTime ? 'running' : 'past';
}

/** The next one first, of those that run the next to end, of those that are over the last one. */
const ORDER: Record<Section, (a: Tournament, b: Tournament) => number> = {
  running: (a, b) => a.endTime - b.endTime,
  upcoming: (a, b) => a.startTime - b.startTime,
  past: (a, b) => b.endTime - a.endTime,
};

/** The sections that have tournaments, in the order in which the page shows them. */
export function sectionsAt(
  tournaments: readonly Tournament[],
  now: number,
): { section: Section; tournaments: Tournament[] }[] {
  return SECTIONS.map((section) => ({
    section,
    tournaments: tournaments
      .filter((tournament) => sectionOf(tournament, now) === section)
      .sort(ORDER[section]),
  })).filter((part) => part.tournaments.length > 0);
}

const WEEKDAY = new Intl.DateTimeFormat('zh-CN', { weekday: 'short' });

function weekdayText(at: number, now: number): string {
  return `${dayText(at, now)} ${WEEKDAY.format(at)}`;
}

/** From when to when, in local time; the year only where it is another one, the second day only where there is one. */
export function spanText(startTime: number, endTime: number, now: number): string {
  const sameDay = new Date(startTime).toDateString() === new Date(endTime).toDateString();
  const end = sameDay ? timeText(endTime) : `${weekdayText(endTime, now)} ${timeText(endTime)}`;
  return `${weekdayText(startTime, now)} ${timeText(startTime)} – ${end}`;
}
