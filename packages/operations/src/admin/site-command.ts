import { randomBytes } from 'node:crypto';
import type { ApiClient, SiteChange, SiteState, TournamentSeries } from '@doushouqi/protocol';
import { FEATURES, type Feature, REGISTRATION, tournamentSeries } from '@doushouqi/protocol/server';
import { BackupError } from '../backup/backup-error.ts';
import { type ConsoleCommand, type Input, oneOf } from './console-command.ts';
import { siteLines } from './site-lines.ts';

/** Ways to say that the file of the operators decides. */
const BY_FILE = 'file';

function isOn(given: string): boolean {
  return oneOf(['on', 'off'], given) === 'on';
}

/** Parses `now`, `+2h`, `+30m`, `+3d` and an ISO time with its zone. Epoch ms. */
export function timeOf(given: string, now: number): number {
  if (given === 'now') return now;
  const [, count, unit] = /^\+(\d+)([mhd])$/.exec(given) ?? [];
  if (count !== undefined)
    return now + Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm'];
  const at = /(?:Z|[+-]\d\d:?\d\d)$/.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(at))
    throw new BackupError(`${given} is no time: now, +30m, +2h, +3d or 2026-12-01T20:00+08:00`);
  return at;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError(`${text} is no JSON`);
  }
}

function seriesOf(text: string): TournamentSeries {
  const { data, error } = tournamentSeries.safeParse(jsonOf(text));
  if (data !== undefined) return data;
  throw new BackupError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

type ToChange = (input: Input, site: SiteState, now: number) => SiteChange;

const announce: ToChange = ({ rest, options: { from = 'now', until, en } }, { settings }, now) => ({
  announcements: [
    ...settings.announcements,
    {
      id: randomBytes(12).toString('hex'),
      zh: rest(2),
      ...(en !== undefined && { en }),
      from: timeOf(from, now),
      until: until === undefined ? null : timeOf(until, now),
    },
  ],
});

const withdraw: ToChange = ({ arg }, { settings: { announcements } }) => {
  const withdrawn = announcements[Number(arg(2)) - 1];
  if (withdrawn === undefined) throw new BackupError(`there is no announcement ${arg(2)}`);
  return { announcements: announcements.filter((one) => one !== withdrawn) };
};

const maintenance: ToChange = ({ arg, rest, options }, _site, now) => {
  if (arg(2) === 'none') return { maintenance: null };
  const minutes = Number(arg(3));
  const readOnly = !options.open;
  return { maintenance: { startsAt: timeOf(arg(2), now), minutes, text: rest(4), readOnly } };
};

const series: ToChange = ({ arg, rest }, { settings, files }) => {
  if (arg(2) === BY_FILE) return { series: null };
  const list = settings.series ?? files.series;
  if (list === null) throw new BackupError('the tournament service does not answer');
  if (oneOf(['add', 'remove'], arg(2)) === 'add') return { series: [...list, seriesOf(rest(3))] };
  if (!list.some(({ id }) => id === arg(3))) throw new BackupError(`there is no series ${arg(3)}`);
  return { series: list.filter(({ id }) => id !== arg(3)) };
};

function feature(name: Feature): ToChange {
  return ({ arg }) => ({ features: { [name]: isOn(arg(2)) } });
}

const CHANGES: Readonly<Record<string, { usage: string; change: ToChange }>> = {
  registration: {
    usage: `${REGISTRATION.join('|')}|${BY_FILE}`,
    change({ arg }) {
      const value = oneOf([...REGISTRATION, BY_FILE], arg(2));
      return { registration: value === BY_FILE ? null : value };
    },
  },
  guests: {
    usage: `on|off|${BY_FILE}`,
    change: ({ arg }) => ({ guests: arg(2) === BY_FILE ? null : isOn(arg(2)) }),
  },
  bots: { usage: 'on|off', change: ({ arg }) => ({ bots: isOn(arg(2)) }) },
  ...Object.fromEntries(FEATURES.map((name) => [name, { usage: 'on|off', change: feature(name) }])),
  readOnly: { usage: 'on|off', change: ({ arg }) => ({ readOnly: isOn(arg(2)) }) },
  dailyArena: {
    usage: `on|off|${BY_FILE}`,
    change: ({ arg }) => ({ dailyArena: arg(2) === BY_FILE ? null : isOn(arg(2)) }),
  },
  series: { usage: `add JSON|remove ID|${BY_FILE}`, change: series },
  group: {
    usage: `NUMBER|${BY_FILE}`,
    change: ({ rest }) => ({ groupNumber: rest(2) === BY_FILE ? null : rest(2) }),
  },
  showGroup: { usage: 'on|off', change: ({ arg }) => ({ showsGroup: isOn(arg(2)) }) },
  announce: { usage: 'TEXT [--en TEXT] [--from TIME] [--until TIME]', change: announce },
  withdraw: { usage: 'NUMBER', change: withdraw },
  maintenance: { usage: 'TIME MINUTES TEXT|none [--open]', change: maintenance },
};

function usageOfSet(): string {
  const lines = Object.entries(CHANGES).map(
    ([name, { usage }]) => `  admin site set ${name} ${usage} --reason REASON`,
  );
  return ['usage: admin site', ...lines, 'TIME: now, +30m, +2h, +3d or 2026-12-01T20:00+08:00'].join('\n');
}

async function set(api: ApiClient, input: Input, now: number): Promise<string[]> {
  const name = input.optional(1) ?? '';
  if (!Object.hasOwn(CHANGES, name)) throw new BackupError(usageOfSet());
  const site = await api.showSite();
  const change = CHANGES[name]!.change(input, site, now);
  const id = randomBytes(12).toString('hex');
  const { reason = '' } = input.options;
  await api.changeSite({ body: { id, version: site.version, change, reason } });
  return siteLines(await api.showSite(), now);
}

/** Settings, figures and health of the site, and changes of the settings. */
export const site: ConsoleCommand = {
  usage: [
    '[set WHAT VALUE --reason REASON]',
    'shows settings, figures and health of the site, or changes a setting',
  ],
  async run(api, input) {
    const now = Date.now();
    if (input.optional(0) === undefined) return siteLines(await api.showSite(), now);
    oneOf(['set'], input.arg(0));
    return set(api, input, now);
  },
};
