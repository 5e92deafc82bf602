import type { SiteNotice } from '@doushouqi/protocol';
import { dayText, timeText } from '../../ui/format.ts';
import { t } from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A notice that the user has hidden comes back for this time before the maintenance. Milliseconds. */
const LAST_CALL = 10 * MINUTE;

/** What the slip says. `key`: another one for each notice, and for its last minutes. */
export interface SlipText {
  key: string;
  text: string;
  /** The time that is left; null without a countdown. */
  left: string | null;
  isUrgent: boolean;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** `3 小时 20 分`, `12:34` in the last hour. Pure. @param ms milliseconds */
export function leftText(ms: number): string {
  if (ms >= HOUR)
    return t('left.hours', { hours: Math.floor(ms / HOUR), minutes: Math.floor((ms % HOUR) / MINUTE) });
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/** `22:30`, with the day unless it is that of `now`. Pure; epoch ms. */
function whenText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? timeText(at) : `${dayText(at, now)} ${timeText(at)}`;
}

/** Returns what the slip says at `now` (epoch ms), or null for no slip. Pure. */
export function slipText({ maintenance, readOnly }: SiteNotice, now: number): SlipText | null {
  const planned = maintenance && now < maintenance.endsAt ? maintenance : null;
  if (planned && now < planned.startsAt) {
    const left = planned.startsAt - now;
    const isUrgent = left <= LAST_CALL;
    return {
      key: `${planned.startsAt} ${planned.text} ${isUrgent}`,
      text: t('planned', { text: planned.text, time: whenText(planned.startsAt, now) }),
      left: leftText(left),
      isUrgent,
    };
  }
  if (planned)
    return {
      key: `running ${planned.endsAt} ${readOnly}`,
      text: t(readOnly ? 'closed' : 'running', { text: planned.text, time: whenText(planned.endsAt, now) }),
      left: null,
      isUrgent: false,
    };
  return readOnly ? { key: 'readOnly', text: t('readOnly'), left: null, isUrgent: false } : null;
}
