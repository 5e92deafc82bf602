import {
  ARENA_MINUTES,
  DEFAULT_TIME_CONTROL,
  MAX_SERIES,
  SWISS_ROUNDS,
  TIME_CONTROLS,
  TOURNAMENT_NAME_LENGTH,
  type TournamentSeries,
} from '@doushouqi/protocol';
import { randomId } from '../../client/random-id.ts';
import { useDraft } from '../core/drafts.ts';
import type { PanelProps } from './panel-props.ts';
import { t } from './texts.ts';

/** Values of the fields. */
export interface SeriesDraft {
  name: string;
  kind: TournamentSeries['kind'];
  /** Place in `TIME_CONTROLS`. */
  clock: number;
  time: string;
  weekdays: readonly number[];
  days: string;
  minutes: string;
  rounds: string;
  rated: boolean;
}

function placeOf({ initial, increment }: TournamentSeries['timeControl']): number {
  return TIME_CONTROLS.findIndex((one) => one.initial === initial && one.increment === increment);
}

const EMPTY: SeriesDraft = {
  ...{ name: '', kind: 'arena', clock: placeOf(DEFAULT_TIME_CONTROL), time: '20:00', weekdays: [], days: '' },
  ...{ minutes: '60', rounds: '7', rated: true },
};

function draftOf(series: TournamentSeries): SeriesDraft {
  const { name, kind, timeControl, time, weekdays = [], days = [], rated, minutes, rounds } = series;
  return {
    ...{ name, kind, clock: Math.max(0, placeOf(timeControl)), time, weekdays, days: days.join(', '), rated },
    minutes: String(minutes ?? EMPTY.minutes),
    rounds: String(rounds ?? EMPTY.rounds),
  };
}

/** Returns the days of the month in a text; null if it has others. */
function daysIn(text: string): number[] | null {
  const days = text
    .split(/[\s,，、]+/)
    .filter(Boolean)
    .map(Number);
  return days.every((day) => Number.isInteger(day) && day >= 1 && day <= 31) ? days : null;
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = Number(text);
  return Number.isInteger(number) && number >= min && number <= max;
}

function problemOf({ name, kind, days, minutes, rounds }: SeriesDraft): string | null {
  if ([...name.trim()].length > TOURNAMENT_NAME_LENGTH)
    return t('series.wrong.name', { most: TOURNAMENT_NAME_LENGTH });
  if (daysIn(days) === null) return t('series.wrong.days');
  if (kind === 'arena' && !isWithin(minutes, ARENA_MINUTES)) return t('series.wrong.minutes', ARENA_MINUTES);
  if (kind === 'swiss' && !isWithin(rounds, SWISS_ROUNDS)) return t('series.wrong.rounds', SWISS_ROUNDS);
  return null;
}

/** Returns the series of a draft. What the form does not show stays as `known` has it. */
function seriesOf(draft: SeriesDraft, known: TournamentSeries | undefined): TournamentSeries {
  const { id, description, levels, checkIn, breakSeconds } = known ?? { id: `s-${randomId(6)}` };
  const days = daysIn(draft.days) ?? [];
  return {
    ...{ id, kind: draft.kind, name: draft.name.trim(), timeControl: TIME_CONTROLS[draft.clock]! },
    ...{ time: draft.time, rated: draft.rated },
    ...(description !== undefined && { description }),
    ...(levels !== undefined && { levels }),
    ...(checkIn !== undefined && { checkIn }),
    ...(breakSeconds !== undefined && { breakSeconds }),
    ...(draft.weekdays.length > 0 && { weekdays: [...draft.weekdays].sort() }),
    ...(days.length > 0 && { days }),
    ...(draft.kind === 'arena' ? { minutes: Number(draft.minutes) } : { rounds: Number(draft.rounds) }),
  };
}

/** The list of series, the draft of one, and the questions that change them. */
export function useSeries(
  { site: { settings, files }, change: { ask } }: PanelProps,
  { edited, onDone }: { edited: string | null; onDone: () => void },
) {
  const list = settings.series ?? files.series;
  const known = list?.find(({ id }) => id === edited);
  const { draft, change, discard } = useDraft(`series:${edited ?? 'new'}`, known ? draftOf(known) : EMPTY);
  const isFull = !known && (list?.length ?? 0) >= MAX_SERIES;
  const problem = isFull ? t('series.wrong.full', { most: MAX_SERIES }) : problemOf(draft);
  const act = t(known ? 'series.save' : 'series.add');
  const close = (): void => {
    discard();
    onDone();
  };
  return {
    ...{ list, draft, change, close, problem, act, isKnown: known !== undefined },
    isReady: list !== null && draft.name.trim() !== '' && draft.time !== '' && problem === null,
    save(): void {
      const next = seriesOf(draft, known);
      const replaced = (all: readonly TournamentSeries[]) =>
        all.some(({ id }) => id === next.id)
          ? all.map((one) => (one.id === next.id ? next : one))
          : [...all, next];
      ask({
        act,
        hint: next.name,
        change: ({ series }) => ({ series: replaced(series ?? files.series ?? []) }),
        done: close,
      });
    },
    remove({ id, name }: TournamentSeries): void {
      ask({
        act: t('series.removeAct'),
        hint: t('series.removeHint', { name }),
        change: ({ series }) => ({ series: (series ?? files.series ?? []).filter((one) => one.id !== id) }),
      });
    },
    useFile: (): void => ask({ act: t('series.byFileAct'), change: () => ({ series: null }) }),
  };
}
