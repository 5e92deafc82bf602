import { isLasting, type ReportRecord, type Violation } from '@doushouqi/protocol';
import { dayText, timeText } from '../../ui/format.ts';
import { hoursText, type Measure, needsSecond } from './measures.ts';
import { letterText as t } from './texts.ts';

/** Templates of what a person reads about a measure. Pure; epoch ms. */

/** Times that a letter names. */
const NAMED = 2;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type Reported = Pick<ReportRecord, 'kind' | 'quote'>;

function placeOf({ kind, quote }: Reported): 'room' | 'lobby' | 'tournament' | 'message' | 'none' {
  if (kind === 'message') return 'message';
  if (kind !== 'line') return 'none';
  if (quote.tournament !== undefined) return 'tournament';
  return quote.roomId === undefined ? 'lobby' : 'room';
}

/** Days with their year where it differs; a letter is also read later, so `today` would be wrong. */
function timesText(times: readonly number[], now: number): string {
  const named = times.slice(0, NAMED).map((at, place) => {
    const day = dayText(at, now);
    const isSameDay = place > 0 && day === dayText(times[place - 1]!, now);
    return isSameDay ? timeText(at) : t('at', { day, time: timeText(at) });
  });
  const text = named.join(t('list'));
  return times.length > NAMED ? t('more', { times: text, count: times.length }) : text;
}

function whatText(violation: Violation, reports: readonly Reported[], now: number): string {
  const said = reports.filter((one) => placeOf(one) !== 'none');
  const minutes = said.map(({ quote: { at } }) => at - (at % MINUTE));
  const times = [...new Set(minutes)].sort((one, other) => one - other);
  const places = new Set(said.map(placeOf));
  const place = places.size === 1 ? [...places][0]! : 'none';
  const when = times.length > 0 ? timesText(times, now) + t('comma') : '';
  if (violation === 'name' || violation === 'engine' || violation === 'stalling' || violation === 'arranged')
    return t(`what.${violation}`);
  return t(`what.${violation}`, { when, place: t(`place.${place}`) });
}

function effectText(measure: Measure, now: number): string {
  const { kind, hours } = measure;
  if (!isLasting(kind)) return t(`effect.${kind}`);
  if (kind === 'shadow') return '';
  const duration = hours === null ? t('forEver') : t('lasts', { duration: hoursText(hours) });
  // One that waits for a second operator begins later.
  const isAtOnce = hours !== null && !needsSecond(measure);
  const end = now + (hours ?? 0) * HOUR;
  const until = isAtOnce ? t('until', { day: dayText(end, now), time: timeText(end) }) : '';
  const again = hours === null ? '' : t('again');
  return t(`effect.${kind}`, { duration, until }) + again;
}

interface LetterOptions {
  violation: Violation;
  measure: Measure;
  reports: readonly Reported[];
  now: number;
}

/** Returns the text of a letter, which the operator may change. */
export function letterTemplate({ violation, measure, reports, now }: LetterOptions): string {
  if (measure.kind === 'shadow') return t('silent');
  return whatText(violation, reports, now) + effectText(measure, now);
}
