import type { OwnLetter } from '../../client/sanctions.ts';
import { dayText, timeText } from '../../ui/format.ts';
import { t } from './texts.ts';

/** Words of a letter. Pure; times are server times in epoch ms. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `今天 19:07`, `明天 19:30`, `11月23日 19:30`, with the year if it is another. */
export function whenText(at: number, now: number): string {
  const time = timeText(at);
  // Rounded: a day of a change to summer time has another length.
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY);
  if (days === 0) return t('time.today', { time });
  if (days === -1) return t('time.yesterday', { time });
  if (days === 1) return t('time.tomorrow', { time });
  return t('time.other', { day: dayText(at, now), time });
}

/** `2 天 7 小时`, below a day `22 小时 40 分`, below an hour `35 分`, at least one. @param ms duration */
export function spanText(ms: number): string {
  const all = Math.max(1, Math.floor(ms / MINUTE));
  const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor(all / 60) % 24, all % 60];
  if (days > 0) return hours > 0 ? t('span.daysHours', { days, hours }) : t('span.days', { days });
  if (hours > 0) return minutes > 0 ? t('span.hoursMinutes', { hours, minutes }) : t('span.hours', { hours });
  return t('span.minutes', { minutes });
}

/** `禁言 1 天`; without a time for a sanction without an end, or for ever. */
export function titleText({ kind, from, until }: OwnLetter): string {
  if (until === null || kind === 'warn' || kind === 'rename' || kind === 'avatar') return t(`title.${kind}`);
  // To the hour: the operator chose hours, and the service may have added milliseconds.
  return t(`title.${kind}For`, { time: spanText(Math.max(1, Math.round((until - from) / HOUR)) * HOUR) });
}

/** What takes the place of a chat field, for example: `禁言到明天 19:30`. */
export function untilText(
  { kind, until }: Pick<OwnLetter, 'until'> & { kind: 'mute' | 'unrated' },
  now: number,
) {
  if (until === null) return t(`forever.${kind}`);
  const when = whenText(until, now);
  // A number stands apart from a character.
  return t(`until.${kind}`, { time: /^\d/.test(when) ? ` ${when}` : when });
}

/** What a quote says about its place: `今天 19:08 · 同一局 · 第 14 回合`, with the name of a tournament in its chat. */
export function placeText(
  { at, gameId = null, ply, tournament }: OwnLetter['quotes'][number],
  before: OwnLetter['quotes'][number] | undefined,
  now: number,
): string {
  const isSame = gameId !== null && before?.gameId === gameId;
  const round = ply === undefined ? null : t('round', { round: Math.floor(ply / 2) + 1 });
  return [whenText(at, now), tournament?.name, isSame && t('sameGame'), round].filter(Boolean).join(' · ');
}

/** State of what the letter decides. `null`: there is nothing to say beyond its text. */
export type LetterState =
  | { icon: 'clock-countdown'; title: string; hint: string }
  | { icon: 'eye-slash'; title: string; hint: string }
  | null;

/** Says until when a sanction lasts, with what is left, or what has been done. */
export function stateOf(letter: OwnLetter, now: number): LetterState {
  const { kind, until, isActive, appeal } = letter;
  const said = (icon: 'clock-countdown' | 'eye-slash', title: string, hint: string) => ({
    icon,
    title,
    hint,
  });
  if (kind === 'warn')
    return letter.hidesLines ? said('eye-slash', t('state.hidden'), t('state.hiddenHint')) : null;
  if (appeal?.answer?.isGranted) return said('clock-countdown', t('state.revoked'), t('state.revokedHint'));
  if (kind === 'rename' || kind === 'avatar')
    return said('eye-slash', t(`state.${kind}`), t(`state.${kind}Hint`));
  if (until !== null && until <= now) return said('clock-countdown', t('state.over'), t('state.overHint'));
  if (!isActive) return said('clock-countdown', t('state.revoked'), t('state.revokedHint'));
  if (until === null) return said('clock-countdown', t('state.forever'), t('state.foreverHint'));
  return said(
    'clock-countdown',
    t('state.until', { time: `${dayText(until, now)} ${timeText(until)}` }),
    t('state.left', { time: spanText(until - now) }),
  );
}

type Thing = Parameters<typeof t>[0] extends infer P
  ? P extends `thing.${infer Name}`
    ? Name
    : never
  : never;

interface Scope {
  works: readonly Thing[];
  stopped: readonly Thing[];
}

const EVERYTHING: Scope = { works: ['play', 'talk', 'study', 'social'], stopped: [] };
const SCOPES: Record<OwnLetter['kind'], Scope> = {
  warn: EVERYTHING,
  rename: EVERYTHING,
  avatar: EVERYTHING,
  mute: { works: ['playAll', 'study', 'presets'], stopped: ['talk', 'nickname'] },
  unrated: { works: ['casual', 'practice', 'talkFriends'], stopped: ['rated', 'ratedSeek', 'ratedBot'] },
  close: { works: ['kept'], stopped: ['login', 'site'] },
};

/** Whether a letter's sanction stops something at `now`. */
export function isStopping({ kind, isActive, until }: OwnLetter, now: number): boolean {
  return SCOPES[kind].stopped.length > 0 && isActive && (until === null || until > now);
}

/** What works and what is stopped; nothing is stopped by a sanction that is over. */
export function scopeOf(letter: OwnLetter, now: number): Scope {
  return isStopping(letter, now) ? SCOPES[letter.kind] : EVERYTHING;
}
