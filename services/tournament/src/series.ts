import {
  DEFAULT_TIME_CONTROL,
  ROUND_BREAK,
  type TimeControl,
  type TournamentSeries,
} from '@doushouqi/protocol';
import { seriesList } from '@doushouqi/protocol/server';
import { parseJson } from '@doushouqi/service-kit';
import { z } from 'zod';
import { CHINA_MS, chinaTime } from './china.ts';
import { NEW, type StoredTournament } from './models.ts';

const DAY_MS = 86_400_000;
/** Events of a series are created this long before their start. Milliseconds. */
const DAILY_AHEAD_MS = 2 * DAY_MS;
const AHEAD_MS = 8 * DAY_MS;

/** Schema of `TOURNAMENT_CONFIG_FILE`. Unknown fields are refused as typing errors. */
const config = z.strictObject({
  /** A daily unrated arena at 20:00 with house bots. */
  dailyArena: z.boolean().default(true),
  series: seriesList.default([]),
});
export type SeriesConfig = z.output<typeof config>;

/** Parses the configuration. Throws one line that names every wrong field. */
export function parseSeries(text: string): SeriesConfig {
  return parseJson(config, text);
}

const DAILY: TournamentSeries & { hasBots: true } = {
  id: 'daily',
  kind: 'arena',
  name: '每日擂台',
  description: '每晚八点，机关兽也来打擂。',
  timeControl: DEFAULT_TIME_CONTROL satisfies TimeControl,
  time: '20:00',
  minutes: 60,
  rated: false,
  hasBots: true,
};

/** Returns the starts of a series after `now`, epoch ms. */
function startsOf({ time, weekdays, days }: TournamentSeries, now: number): number[] {
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
function idOf({ id }: TournamentSeries, startsAt: number): string {
  const digits = chinaTime(startsAt).replace(/\D/g, '').slice(0, 12);
  return `${id}-${digits}`;
}

function eventOf(one: TournamentSeries & { hasBots?: true }, startsAt: number): StoredTournament {
  const { name, description = '', kind, timeControl: clock, rated, levels = null, hasBots = false } = one;
  const _id = idOf(one, startsAt);
  return {
    _id,
    slot: _id,
    ...{ name, description, kind, timeControl: clock, rated, levels, startsAt, hasBots },
    isPrivate: false,
    password: null,
    createdBy: null,
    minutes: one.minutes ?? null,
    rounds: one.rounds ?? null,
    checkIn: one.kind === 'swiss' && (one.checkIn ?? true),
    breakMs: (one.breakSeconds ?? ROUND_BREAK.usual) * 1_000,
    ...NEW,
    series: one.id,
  };
}

/** Returns the events that should exist at `now`. Pure. */
export function eventsDue({ dailyArena, series: list }: SeriesConfig, now: number): StoredTournament[] {
  const all = [...(dailyArena ? [DAILY] : []), ...list];
  return all.flatMap((one) => startsOf(one, now).map((at) => eventOf(one, at)));
}
