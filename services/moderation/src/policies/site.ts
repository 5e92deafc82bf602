import type { Announcement, SiteChange, SiteSettings } from '@doushouqi/protocol';
import { MAINTENANCE_NOTICE, maintenanceEnd, SAMPLE_MINUTES, siteSettings } from '@doushouqi/protocol/server';
import { SITE_TEXTS as t } from '../texts.ts';
import { DAY_MS } from './days.ts';

const MINUTE_MS = 60_000;

/** Milliseconds between two samples of the users online. */
export const SAMPLE_MS = SAMPLE_MINUTES * MINUTE_MS;
export const SAMPLES_OF_DAY = DAY_MS / SAMPLE_MS;

/** Returns the time of the sample that is due at `now`. Pure; epoch ms. */
export function sampleTime(now: number): number {
  return Math.floor(now / SAMPLE_MS) * SAMPLE_MS;
}

/**
 * Returns whether what is shown changed by itself after `before` up to `now`: an announcement or a maintenance began or ended, or
 * its countdown began. Pure; epoch ms.
 */
export function changedByTime(
  { announcements, maintenance }: Pick<SiteSettings, 'announcements' | 'maintenance'>,
  before: number,
  now: number,
): boolean {
  const times = announcements.flatMap(({ from, until }) => [from, until ?? 0]);
  if (maintenance !== null) {
    const { startsAt } = maintenance;
    times.push(startsAt - MAINTENANCE_NOTICE, startsAt, maintenanceEnd(maintenance));
  }
  return times.some((at) => before < at && at <= now);
}

/** Returns the samples of a day in order, null where there is none. Pure. */
export function curveOf(from: number, samples: readonly { _id: number; online: number }[]) {
  const known = new Map(samples.map(({ _id, online }) => [_id, online]));
  return Array.from({ length: SAMPLES_OF_DAY }, (_, n) => known.get(from + n * SAMPLE_MS) ?? null);
}

/** Returns the settings after a change at `now`, without announcements that are over. Pure. */
export function changedSettings(before: SiteSettings, change: SiteChange, now: number): SiteSettings {
  const features = { ...before.features, ...change.features };
  const { announcements, ...after } = siteSettings.parse({ ...before, ...change, features });
  const isOver = ({ until }: Announcement): boolean => until !== null && until <= now;
  return { ...after, announcements: announcements.filter((one) => !isOver(one)) };
}

function announcementTexts(before: SiteSettings, after: SiteSettings): string[] {
  const known = new Map(before.announcements.map((one) => [one.id, one]));
  const next = new Set(after.announcements.map(({ id }) => id));
  return [
    ...after.announcements.flatMap((one) => {
      const earlier = known.get(one.id);
      if (earlier === undefined) return [t.announced(one.zh)];
      return JSON.stringify(earlier) === JSON.stringify(one) ? [] : [t.changedAnnouncement(one.zh)];
    }),
    ...before.announcements.filter(({ id }) => !next.has(id)).map(({ zh }) => t.withdrawn(zh)),
  ];
}

type Series = SiteSettings['series'];

function seriesTexts(before: Series, after: Series): string[] {
  if (after === null) return [t.seriesByFile];
  const known = new Map((before ?? []).map((one) => [one.id, one]));
  const next = new Set(after.map(({ id }) => id));
  const texts = [
    ...after.flatMap((one) => {
      const earlier = known.get(one.id);
      if (earlier === undefined) return [t.addedSeries(one.name)];
      return JSON.stringify(earlier) === JSON.stringify(one) ? [] : [t.changedSeries(one.name)];
    }),
    ...[...known.values()].filter(({ id }) => !next.has(id)).map(({ name }) => t.removedSeries(name)),
  ];
  // In place of those of the file.
  return texts.length > 0 ? texts : [t.ownSeries];
}

/** Returns what the log says of a change at `now` (epoch ms). Pure. */
export function changeText(before: SiteSettings, after: SiteSettings, now: number): string {
  const is = (name: keyof SiteSettings): boolean =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const { groupNumber, showsGroup, registration, guests, bots, features, maintenance, readOnly } = after;
  const { dailyArena, series } = after;
  const texts = [
    ...announcementTexts(before, after),
    ...(is('groupNumber') ? [t.groupNumber(groupNumber)] : []),
    ...(is('showsGroup') ? [t.showsGroup(showsGroup)] : []),
    ...(is('registration') ? [t.registration(registration)] : []),
    ...(is('guests') ? [t.guests(guests)] : []),
    ...(is('bots') ? [t.bots(bots)] : []),
    ...(before.features.lobbyChat === features.lobbyChat ? [] : [t.lobbyChat(features.lobbyChat)]),
    ...(before.features.rated === features.rated ? [] : [t.rated(features.rated)]),
    ...(is('maintenance') ? [t.maintenance(maintenance, now)] : []),
    ...(is('readOnly') ? [t.readOnly(readOnly)] : []),
    ...(is('dailyArena') ? [t.dailyArena(dailyArena)] : []),
    ...(is('series') ? seriesTexts(before.series, series) : []),
  ];
  return texts.length > 0 ? texts.join('，') : t.nothing;
}
