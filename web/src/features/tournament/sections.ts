import type { Tournament } from '@doushouqi/protocol';
import { dayText, timeText } from '../../ui/format.ts';

/** Groups tournaments by time. Pure; times in epoch ms. */

const SECTIONS = ['running', 'upcoming', 'past'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf({ startTime, endTime }: Tournament, now: number): Section {
  if (now < startTime) return 'upcoming';
  return now < endTime ? 'running' : 'past';
}

/** Running tournaments: the earliest end first. Upcoming: the earliest start first. Past: the latest end first. */
const ORDER: Record<Section, (a: Tournament, b: Tournament) => number> = {
  running: (a, b) => a.endTime - b.endTime,
  upcoming: (a, b) => a.startTime - b.startTime,
  past: (a, b) => b.endTime - a.endTime,
};

/** Returns the sections that have tournaments, in order of display. */
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

/** Returns the dates in local time, with the year if it is not the current one, and the second day if it differs. */
export function spanText(startTime: number, endTime: number, now: number): string {
  const sameDay = new Date(startTime).toDateString() === new Date(endTime).toDateString();
  const end = sameDay ? timeText(endTime) : `${weekdayText(endTime, now)} ${timeText(endTime)}`;
  return `${weekdayText(startTime, now)} ${timeText(startTime)} – ${end}`;
}
