import {
  CHECK_IN_TIME,
  DEFAULT_TIME_CONTROL,
  type NewTournament,
  ROUND_BREAK,
  roundTimeMs,
  SWISS_ROUNDS,
  TIME_CONTROLS,
  type TimeControl,
  TOURNAMENT_LEAD,
  TOURNAMENT_PLAYERS,
  type TournamentDetails,
  type WireTournamentKind,
} from '@doushouqi/protocol';
import {
  tournamentDescription,
  tournamentName,
  tournamentPassword,
} from '@doushouqi/protocol/tournament-forms';
import { controlText } from '../../../shared/pairing/pools.ts';
import { timeText } from '../../../ui/format.ts';
import { t } from './texts.ts';

/** A new tournament as its form has it. Pure; times in epoch ms, days and times of day are local. */

/** Animals of the levels, from 0; each has three steps. */
const LAST_ANIMAL = 7;
const STEPS = 3;
export const ARENA_CHOICES = [45, 60, 90, 120] as const;
export const BREAK_CHOICES = [30, 60, 120, 300, 600] as const;
const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;

export interface Draft {
  kind: WireTournamentKind;
  name: string;
  /** `5+3` */
  control: string;
  /** `2026-11-30` */
  day: string;
  /** `20:00`; may be empty while it is typed. */
  time: string;
  minutes: number;
  rounds: number;
  /** The animals of the lowest and the highest level, 0 to 7. */
  lowest: number;
  highest: number;
  rated: boolean;
  isPrivate: boolean;
  /** Of a private tournament. */
  password: string;
  checkIn: boolean;
  breakSeconds: number;
  description: string;
}

/** What has to be right before the tournament is published. */
export type DraftField = 'name' | 'start' | 'password' | 'description';
export type Faults = Partial<Record<DraftField, string>>;

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** `2026-11-30` */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function timeOf(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns the first draft: it starts at the first half hour that is at least half an hour away. */
export function firstDraft(now: number): Draft {
  const start = Math.ceil((now + HALF_HOUR) / HALF_HOUR) * HALF_HOUR;
  return {
    kind: 'arena',
    name: '',
    control: controlText(DEFAULT_TIME_CONTROL),
    day: dayOf(start),
    time: timeOf(start),
    minutes: 60,
    rounds: 5,
    lowest: 0,
    highest: LAST_ANIMAL,
    rated: true,
    isPrivate: false,
    password: '',
    checkIn: true,
    breakSeconds: ROUND_BREAK.usual,
    description: '',
  };
}

/** Returns the draft of a tournament that is changed. */
export function draftOf(details: TournamentDetails, now: number): Draft {
  const { kind, name, timeControl, startsAt, endsAt, rounds, levels, breakSeconds } = details;
  const first = firstDraft(now);
  return {
    ...first,
    ...{ kind, name, rated: details.rated, isPrivate: details.isPrivate, description: details.description },
    control: controlText(timeControl),
    day: dayOf(startsAt),
    time: timeOf(startsAt),
    minutes: kind === 'arena' ? Math.round((endsAt - startsAt) / MINUTE) : first.minutes,
    rounds: rounds ?? first.rounds,
    password: details.password ?? '',
    lowest: levels ? Math.floor((levels.min - 1) / STEPS) : 0,
    highest: levels ? Math.floor((levels.max - 1) / STEPS) : LAST_ANIMAL,
    checkIn: details.checkInAt !== null,
    breakSeconds: breakSeconds ?? first.breakSeconds,
  };
}

/** Returns the stored draft of this user about this tournament (null: a new one), or null. */
export function readDraft(text: string | null, first: Draft, of: DraftOwner): Draft | null {
  let stored: (Partial<Draft> & Partial<DraftOwner>) | null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (stored?.userId !== of.userId || stored.of !== of.of) return null;
  const keys = Object.keys(first) as (keyof Draft)[];
  const known = keys.filter((key) => typeof stored[key] === typeof first[key]);
  return { ...first, ...Object.fromEntries(known.map((key) => [key, stored[key]])) };
}

/** The user of a stored draft, and the tournament that it changes; null for a new one. */
export interface DraftOwner {
  userId: string;
  of: string | null;
}

export function formatDraft(draft: Draft, owner: DraftOwner): string {
  return JSON.stringify({ ...draft, ...owner });
}

/** Returns when it starts; null while day or time is missing. */
export function startOf({ day, time }: Pick<Draft, 'day' | 'time'>): number | null {
  const at = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The earliest start in whole five minutes. */
function earliest(now: number): number {
  const step = 5 * MINUTE;
  return Math.ceil((now + TOURNAMENT_LEAD.min) / step) * step;
}

function startFault(draft: Draft, now: number): string | undefined {
  const at = startOf(draft);
  if (at === null) return t('fault.noStart');
  if (at < now + TOURNAMENT_LEAD.min)
    return t('fault.early', { now: timeText(now), earliest: timeText(earliest(now)) });
  return at > now + TOURNAMENT_LEAD.max ? t('fault.late') : undefined;
}

function messageOf(
  schema: typeof tournamentName | typeof tournamentPassword,
  text: string,
): string | undefined {
  return schema.safeParse(text).error?.issues[0]?.message;
}

/** Returns what is wrong, by field, in the order of the form. */
export function faultsOf(draft: Draft, now: number): Faults {
  const faults = {
    name: messageOf(tournamentName, draft.name),
    start: startFault(draft, now),
    password: draft.isPrivate ? messageOf(tournamentPassword, draft.password) : undefined,
    description:
      draft.description.trim() === '' ? undefined : messageOf(tournamentDescription, draft.description),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

export function controlOf({ control }: Pick<Draft, 'control'>): TimeControl {
  return TIME_CONTROLS.find((one) => controlText(one) === control) ?? DEFAULT_TIME_CONTROL;
}

function levelsOf({ lowest, highest }: Draft) {
  const isAll = lowest === 0 && highest === LAST_ANIMAL;
  return isAll ? {} : { levels: { min: lowest * STEPS + 1, max: (highest + 1) * STEPS } };
}

/** Returns what the server gets; the draft has no faults. */
export function wishOf(draft: Draft): NewTournament {
  const { kind, name, rated, isPrivate, minutes, rounds, checkIn, breakSeconds } = draft;
  const description = draft.description.trim();
  const common = {
    name: name.trim(),
    timeControl: controlOf(draft),
    startsAt: startOf(draft)!,
    rated,
    ...levelsOf(draft),
    private: isPrivate,
    ...(isPrivate && { password: draft.password.trim() }),
    ...(description !== '' && { description }),
  };
  return kind === 'arena' ? { kind, ...common, minutes } : { kind, ...common, rounds, checkIn, breakSeconds };
}

/** Returns how many players a number of rounds is enough for. */
export function playersFor(rounds: number): number {
  return Math.min(2 ** rounds, TOURNAMENT_PLAYERS.swiss);
}

/** Returns the expected time of a round, and of the tournament. */
export function expectedTimes(draft: Draft): { round: number; whole: number } {
  const round = roundTimeMs(controlOf(draft));
  if (draft.kind === 'arena') return { round, whole: draft.minutes * MINUTE };
  return { round, whole: draft.rounds * (round + draft.breakSeconds * 1_000) };
}

/** Returns when check-in opens; null while the start is unknown. */
export function checkInOf(draft: Draft): number | null {
  const start = startOf(draft);
  return start === null ? null : start - CHECK_IN_TIME;
}

/** Days on which it may start, as the form lists them. */
export function startDays(now: number): string[] {
  const first = new Date(now);
  const days = TOURNAMENT_LEAD.max / 86_400_000;
  return Array.from({ length: days + 1 }, (_, n) =>
    dayOf(new Date(first.getFullYear(), first.getMonth(), first.getDate() + n, 12).getTime()),
  );
}

const DATE = new Intl.DateTimeFormat('zh-CN', { month: 'short', day: 'numeric', weekday: 'short' });

/** `今天 30 日`, `明天 1 日`, `12月2日周三` */
export function dayLabel(day: string, now: number): string {
  const date = new Date(`${day}T12:00`);
  const number = date.getDate();
  if (day === dayOf(now)) return t('today', { day: number });
  if (day === startDays(now)[1]) return t('tomorrow', { day: number });
  return DATE.format(date);
}

/** `3 小时半`, `45 分钟`, in steps of five minutes under two hours and of half hours from there. */
export function roughDuration(ms: number): string {
  const minutes = Math.max(5, Math.round(ms / MINUTE / 5) * 5);
  if (minutes < 60) return t('minutes', { count: minutes });
  if (minutes < 120) {
    const rest = minutes - 60;
    return rest === 0 ? t('hours', { count: 1 }) : t('hourAnd', { count: rest });
  }
  const halves = Math.round(minutes / 30);
  const hours = { count: Math.floor(halves / 2) };
  return halves % 2 === 1 ? t('hoursAndHalf', hours) : t('hours', hours);
}

/** The rounds that a Swiss may have, for the stepper. */
export const ROUNDS = SWISS_ROUNDS;
