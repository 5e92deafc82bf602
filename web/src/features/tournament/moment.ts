import type { TournamentDetails } from '@doushouqi/protocol';
import { countdownText } from '../../shared/tournament/countdown.ts';
import { whenText } from './list-text.ts';
import { t } from './texts.ts';

const DAY = 24 * 3_600_000;

/** Returns the countdown of a tournament and what it counts to; after the end its day. Pure; `now` in epoch ms. */
export function momentOf(
  { phase, startsAt, endsAt }: Pick<TournamentDetails, 'phase' | 'startsAt' | 'endsAt'>,
  now: number,
): { time: string; what: string } {
  if (phase === 'finished') return { time: t('clock.over'), what: whenText(endsAt, now) };
  if (phase === 'running')
    return now < endsAt
      ? { time: countdownText(endsAt - now), what: t('clock.toEnd') }
      : { time: countdownText(0), what: t('clock.closing') };
  const left = startsAt - now;
  if (left <= 0) return { time: countdownText(0), what: t('clock.now') };
  return left < DAY
    ? { time: countdownText(left), what: t('clock.toStart') }
    : { time: whenText(startsAt, now), what: t('clock.start') };
}
