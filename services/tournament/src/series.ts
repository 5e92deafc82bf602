import { DEFAULT_TIME_CONTROL, ROUND_BREAK, type TimeControl } from '@doushouqi/protocol';
import {
  arenaMinutes,
  isOffered,
  levelRange,
  roundBreak,
  swissRounds,
  timeControl,
} from '@doushouqi/protocol/server';
import { parseJson, retryUpsert } from '@doushouqi/service-kit';
import { z } from 'zod';
import { CHINA_MS, chinaTime } from './china.ts';
import { NEW } from './commands/create.ts';
import type { TournamentContext } from './context.ts';
import type { StoredTournament } from './models.ts';

const DAY_MS = 86_400_000;
/** Events of a series are created this long before their start. Milliseconds. */
const DAILY_AHEAD_MS = 2 * DAY_MS;
const AHEAD_MS = 8 * DAY_MS;

const common = {
  /** Part of the ids of its events. */
  id: z.string().regex(/^[a-z0-9-]{1,20}$/, 'small letters, digits and dashes, at most 20'),
  name: z.string().trim().min(1).max(16),
  description: z.string().trim().max(200).default(''),
  timeControl: timeControl.refine(isOffered, 'not offered'),
  /** Time of the start in China. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM'),
  /** 0 is Sunday; without weekdays and days every day. */
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).optional(),
  /** Days of the month. */
  days: z.array(z.int().min(1).max(31)).min(1).max(31).optional(),
  rated: z.boolean(),
  levels: levelRange.optional(),
};
const series = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('arena'), minutes: arenaMinutes }),
  z.strictObject({
    ...common,
    kind: z.literal('swiss'),
    rounds: swissRounds,
    checkIn: z.boolean().default(true),
    breakSeconds: roundBreak.default(ROUND_BREAK.usual),
  }),
]);
type Series = z.output<typeof series>;

/** Schema of `TOURNAMENT_CONFIG_FILE`. Unknown fields are refused as typing errors. */
const config = z.strictObject({
  /** A daily unrated arena at 20:00 with house bots. */
  dailyArena: z.boolean().default(true),
  series: z
    .array(series)
    .max(50)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id stands twice')
    .default([]),
});
export type SeriesConfig = z.output<typeof config>;

/** Parses the configuration. Throws one line that names every wrong field. */
export function parseSeries(text: string): SeriesConfig {
  return parseJson(config, text);
}

const DAILY: Series & { hasBots: true } = {
  id: 'daily',
  kind: 'arena',
  name: '每日擂台',
  description: '每晚八点，机关兽也来打擂。不计排位分。',
  timeControl: DEFAULT_TIME_CONTROL satisfies TimeControl,
  time: '20:00',
  minutes: 60,
  rated: false,
  hasBots: true,
};

/** Returns the starts of a series after `now`, epoch ms. */
function startsOf({ time, weekdays, days }: Series, now: number): number[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const ahead = weekdays || days ? AHEAD_MS : DAILY_AHEAD_MS;
  const midnight = Math.floor((now + CHINA_MS) / DAY_MS) * DAY_MS;
  const dates = Array.from({ length: ahead / DAY_MS + 1 }, (_, n) => new Date(midnight + n * DAY_MS));
  return dates
    .filter((date) => !weekdays || weekdays.includes(date.getUTCDay()))
    .filter((date) => !days || days.includes(date.getUTCDate()))
    .map((date) => date.getTime() - CHINA_MS + (hours * 60 + minutes) * 60_000)
    .filter((at) => at > now && at <= now + ahead);
}

/** Returns the id of an event, as `daily-202611302000`: it follows from series and time, so each event exists once. */
function idOf({ id }: Series, startsAt: number): string {
  const digits = chinaTime(startsAt).replace(/\D/g, '').slice(0, 12);
  return `${id}-${digits}`;
}

function eventOf(one: Series & { hasBots?: true }, startsAt: number): StoredTournament {
  const { name, description, kind, timeControl: clock, rated, levels = null, hasBots = false } = one;
  const _id = idOf(one, startsAt);
  return {
    _id,
    slot: _id,
    ...{ name, description, kind, timeControl: clock, rated, levels, startsAt, hasBots },
    isPrivate: false,
    createdBy: null,
    minutes: one.kind === 'arena' ? one.minutes : null,
    rounds: one.kind === 'swiss' ? one.rounds : null,
    checkIn: one.kind === 'swiss' && one.checkIn,
    breakMs: (one.kind === 'swiss' ? one.breakSeconds : ROUND_BREAK.usual) * 1_000,
    ...NEW,
  };
}

/** Returns the events that should exist at `now`. Pure. */
export function eventsDue({ dailyArena, series: list }: SeriesConfig, now: number): StoredTournament[] {
  const all = [...(dailyArena ? [DAILY] : []), ...list];
  return all.flatMap((one) => startsOf(one, now).map((at) => eventOf(one, at)));
}

/** Creates the events of the series that do not exist. Any number of processes may do so at once. */
export async function createEvents(
  { tournaments, catalog, now }: Pick<TournamentContext, 'tournaments' | 'catalog' | 'now'>,
  series: SeriesConfig,
): Promise<void> {
  const due = eventsDue(series, now());
  const found = await tournaments.find({ _id: { $in: due.map(({ _id }) => _id) } }, { _id: 1 }).lean();
  const known = new Set(found.map(({ _id }) => _id));
  const missing = due.filter(({ _id }) => !known.has(_id));
  for (const { _id, ...event } of missing) {
    const fields = { ...event, standings: [] };
    await retryUpsert(() => tournaments.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }));
  }
  if (missing.length > 0) catalog.forget();
}
