import type { Tournament } from '@doushouqi/protocol';
import { controlText } from '../../shared/pairing/pools.ts';
import { countdownText } from '../../shared/tournament/countdown.ts';
import { dayText, timeText } from '../../ui/format.ts';
import { t } from './texts.ts';

/** Texts of a tournament in lists. Pure; times in epoch ms. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEKDAY = new Intl.DateTimeFormat('zh-CN', { weekday: 'short' });

/** `今天 22:30`, `明天 10:00`, `周日 14:00` within six days, else `12月24日 20:00`. */
export function whenText(at: number, now: number): string {
  const time = timeText(at);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.floor((at - midnight) / DAY);
  if (days === 0) return t('day.today', { time });
  if (days === 1) return t('day.tomorrow', { time });
  return `${days > 1 && days < 7 ? WEEKDAY.format(at) : dayText(at, now)} ${time}`;
}

function momentText({ phase, kind, startsAt, endsAt, round, rounds }: Tournament, now: number): string {
  if (phase === 'running')
    return kind === 'arena'
      ? endsAt - now < HOUR
        ? t('line.left', { time: countdownText(endsAt - now) })
        : t('line.leftMinutes', { minutes: Math.ceil((endsAt - now) / 60_000) })
      : t('line.round', { round, rounds: rounds ?? round });
  const left = startsAt - now;
  return left < HOUR ? t('line.soon', { time: countdownText(left) }) : whenText(startsAt, now);
}

/** `5+3 · 46 人 · 剩 38:12`, `2+1 · 今天 22:30 · 12 人`, `冠军 墨白 · 31 人`. */
export function lineText(tournament: Tournament, now: number): string {
  const { phase, players, champion } = tournament;
  const count = t('line.players', { count: players });
  if (phase === 'finished')
    return `${champion ? t('line.champion', { name: champion.nickname }) : t('line.noChampion')} · ${count}`;
  const control = controlText(tournament.timeControl);
  const parts = [control, momentText(tournament, now), count];
  if (phase === 'running') parts.reverse().unshift(parts.pop()!);
  return parts.join(' · ');
}
