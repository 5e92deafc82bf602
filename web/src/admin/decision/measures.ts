import {
  isLasting,
  type LastingSanction,
  needsSecondOperator,
  type ReportKind,
  type SanctionKind,
  type SanctionRecord,
  type Violation,
} from '@doushouqi/protocol';
import { t } from './texts.ts';

/** What operators can judge and impose. Pure. */

/** In rows of the form. */
export const MEASURES: readonly (readonly SanctionKind[])[] = [
  ['warn', 'mute', 'unrated', 'close'],
  ['rename', 'avatar', 'shadow'],
];

const DAY = 24;
/** Offered durations in hours; null: for ever. */
const DURATIONS: Readonly<Record<LastingSanction, readonly (number | null)[]>> = {
  mute: [DAY, 3 * DAY, 7 * DAY, 30 * DAY],
  shadow: [DAY, 3 * DAY, 7 * DAY, 30 * DAY],
  unrated: [3 * DAY, 7 * DAY, 30 * DAY, null],
  close: [7 * DAY, 30 * DAY, 90 * DAY, null],
};

/** Returns the durations of a measure in hours; none if it has no end. */
export function durationsOf(kind: SanctionKind): readonly (number | null)[] {
  return isLasting(kind) ? DURATIONS[kind] : [];
}

/** A measure with its duration. */
export interface Measure {
  kind: SanctionKind;
  /** Null for ever, and for measures without an end. */
  hours: number | null;
  /** Points that opponents lost come back; this needs a second operator. */
  returnsPoints?: boolean;
}

const HOUR_MS = 3_600_000;

/** Returns the measure of a sanction. */
export function measureOf({ kind, from, until }: Pick<SanctionRecord, 'kind' | 'from' | 'until'>): Measure {
  return { kind, hours: until === null ? null : Math.round((until - from) / HOUR_MS) };
}

/** The usual measure. */
const USUAL: Readonly<Record<Violation, Measure>> = {
  abuse: { kind: 'mute', hours: DAY },
  advert: { kind: 'mute', hours: 7 * DAY },
  harassment: { kind: 'mute', hours: 3 * DAY },
  name: { kind: 'rename', hours: null },
  engine: { kind: 'unrated', hours: 30 * DAY },
  stalling: { kind: 'unrated', hours: 3 * DAY },
  arranged: { kind: 'unrated', hours: 7 * DAY },
  other: { kind: 'warn', hours: null },
};

/** Returns the measure that the form proposes. A reported avatar is reset, not the name. */
export function proposedMeasure(violation: Violation, kinds: readonly ReportKind[]): Measure {
  const isAvatar = kinds.includes('avatar') && !kinds.includes('nickname');
  return violation === 'name' && isAvatar ? { kind: 'avatar', hours: null } : USUAL[violation];
}

/** Returns a measure with another kind, with the shortest duration of it unless it has the same. */
export function withKind({ hours }: Measure, kind: SanctionKind): Measure {
  const offered = durationsOf(kind);
  return { kind, hours: offered.includes(hours) ? hours : (offered[0] ?? null) };
}

const OF_TALK: readonly Violation[] = ['abuse', 'advert', 'harassment', 'other'];
const VERDICTS: Readonly<Record<ReportKind, readonly Violation[]>> = {
  line: OF_TALK,
  message: OF_TALK,
  nickname: ['name', 'abuse', 'advert', 'other'],
  avatar: ['name', 'abuse', 'advert', 'other'],
  play: ['engine', 'stalling', 'arranged', 'other'],
};

/** Returns what reports of these kinds can be judged as, `other` last; the keys 1, 2, … follow this order. */
export function verdictsOf(kinds: readonly ReportKind[]): readonly Violation[] {
  const all = new Set(kinds.flatMap((kind) => VERDICTS[kind]));
  all.delete('other');
  return [...all, 'other'];
}

/** `3 天`, `12 小时`, `不限期`. */
export function hoursText(hours: number | null): string {
  if (hours === null) return t('forEver');
  return hours % DAY === 0 ? t('days', { count: hours / DAY }) : t('hours', { count: hours });
}

/** `禁言 1 天`, `改名`. */
export function measureText({ kind, hours }: Measure): string {
  if (!isLasting(kind)) return t(`kind.${kind}`);
  return t('act', { kind: t(`kind.${kind}`), duration: hoursText(hours) });
}

/** Returns whether another operator has to approve a measure. */
export function needsSecond({ kind, hours, returnsPoints = false }: Measure): boolean {
  return needsSecondOperator(kind, hours, returnsPoints);
}

/** The words of the button that imposes a measure: it names what happens. */
export function actText(measure: Measure): string {
  return needsSecond(measure) ? t('toSecond') : measureText(measure);
}
