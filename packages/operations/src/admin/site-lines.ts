import type { SiteState, TournamentSeries } from '@doushouqi/protocol';
import { announcementAt, FEATURES } from '@doushouqi/protocol/server';
import { logLine, timeText } from './lines.ts';

/** Lines of the command `site`. Times in UTC. */

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** A setting, or what the file states in its place. */
function orFile<T>(value: T | null, file: T | null, shown: (value: T) => string): string {
  if (value !== null) return shown(value);
  return `${file === null ? '?' : shown(file)} (file)`;
}

function announcementLines({ settings, files }: SiteState, now: number): string[] {
  const shown = announcementAt(settings, now);
  return [
    ...settings.announcements.map((one, n) => {
      const { zh, en, from, until } = one;
      const times = `${timeText(from)} to ${until === null ? 'withdrawn' : timeText(until)}`;
      const english = en === undefined ? '' : `  ${JSON.stringify(en)}`;
      return `  ${n + 1}${one === shown ? ' *' : '  '} ${times}  ${JSON.stringify(zh)}${english}`;
    }),
    `  ${shown === null ? '*' : ' '} file: ${JSON.stringify(files.announcement ?? '?')}`,
  ];
}

function seriesLines(series: readonly TournamentSeries[] | null, file: typeof series): string[] {
  const list = series ?? file;
  return [
    `series${series === null ? ' (file)' : ''}:${list === null ? ' ?' : list.length === 0 ? ' none' : ''}`,
    ...(list ?? []).map((one) => `  ${one.id}  ${JSON.stringify(one)}`),
  ];
}

/** Returns the lines of a site at `now` (epoch ms). */
export function siteLines(site: SiteState, now: number): string[] {
  const { version, settings, changed, files, figures, health, recent } = site;
  const { registration, guests, bots, features, groupNumber, showsGroup, maintenance, readOnly } = settings;
  const { dailyArena, series } = settings;
  const { at: _, ...counts } = figures;
  return [
    `version ${version}${changed === null ? '' : `, by ${changed.by} ${timeText(changed.at)}`}`,
    'announcements:',
    ...announcementLines(site, now),
    `registration ${orFile(registration, files.registration, String)}`,
    `guests ${orFile(guests, files.guests, onOff)}`,
    `bots ${onOff(bots)}`,
    ...FEATURES.map((name) => `${name} ${onOff(features[name])}`),
    `readOnly ${onOff(readOnly)}`,
    `dailyArena ${orFile(dailyArena, files.dailyArena, onOff)}`,
    ...seriesLines(series, files.series),
    `group ${orFile(groupNumber, files.groupNumber, String)}${showsGroup ? '' : ', not shown'}`,
    maintenance === null
      ? 'maintenance none'
      : `maintenance ${timeText(maintenance.startsAt)}, ${maintenance.minutes} minutes${maintenance.readOnly ? ', no new games' : ''}: ${JSON.stringify(maintenance.text)}`,
    `figures: ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count ?? '?'}`)
      .join(', ')}`,
    ...health.map(({ name, state, ms, backlog, processes, connections }) =>
      [
        `  ${name.padEnd(11)}${state}`,
        ...(ms === null ? [] : [`${ms} ms`]),
        ...(backlog === null ? [] : [`backlog ${backlog}`]),
        ...(processes === null ? [] : [`${processes} processes, ${connections ?? '?'} connections`]),
      ].join('  '),
    ),
    'log:',
    ...recent.map((entry) => `  ${logLine(entry)}`),
  ];
}
