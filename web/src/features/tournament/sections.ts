import type { Tournament, TournamentPhase } from '@doushouqi/protocol';
import { dayText, timeText } from '../../ui/format.ts';

/** Groups tournaments by phase. Pure; times in epoch ms. */

const SECTIONS = ['running', 'coming', 'finished'] as const satisfies readonly TournamentPhase[];
export type Section = TournamentPhase;

/** Running tournaments: the earliest end first. Coming: the earliest start first. Finished: the latest end first. */
const ORDER: Record<Section, (a: Tournament, b: Tournament) => number> = {
  running: (a, b) => a.endsAt - b.endsAt,
  coming: (a, b) => a.startsAt - b.startsAt,
  finished: (a, b) => b.endsAt - a.endsAt,
};

/** Returns the sections that have tournaments, in order of display. */
export function sectionsOf(
  list: Readonly<Record<Section, readonly Tournament[]>>,
): { section: Section; tournaments: Tournament[] }[] {
  return SECTIONS.map((section) => ({
    section,
    tournaments: [...list[section]].sort(ORDER[section]),
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
