import type { TournamentDetails } from '@doushouqi/protocol';
import { useNow } from '../../../client/use-now.ts';
import { controlText } from '../../../shared/pairing/pools.ts';
import { countdownText } from '../../../shared/tournament/countdown.ts';
import { faceOf } from '../../../shared/tournament/face.ts';
import { FACES } from '../../../ui/faces.ts';
import { whenText } from '../list-text.ts';
import styles from './Banner.module.css';
import { Pips } from './Pips.tsx';
import { t } from './texts.ts';

const DAY = 24 * 3_600_000;

/** Returns the large figure of the head and what it says. Pure; `now` in epoch ms. */
export function clockOf(details: TournamentDetails, now: number): { time: string; what: string } {
  const { phase, startsAt, endsAt, checkInAt, round, rounds, nextAt, games } = details;
  if (phase === 'finished') return { time: t('clock.over'), what: whenText(endsAt, now) };
  if (phase === 'coming') {
    const left = startsAt - now;
    if (left <= 0) return { time: countdownText(0), what: t('clock.starting') };
    if (left >= DAY) return { time: whenText(startsAt, now), what: t('clock.toStart') };
    const isCheckIn = checkInAt !== null && now >= checkInAt;
    return { time: countdownText(left), what: t(isCheckIn ? 'clock.toCheckInEnd' : 'clock.toStart') };
  }
  if (nextAt !== null && nextAt > now)
    return { time: countdownText(nextAt - now), what: t('clock.toRound', { round: round + 1 }) };
  const words = { round: Math.max(1, round), rounds: rounds ?? 1 };
  return {
    time: t('clock.round', words),
    what: games > 0 ? t('clock.games', { count: games }) : t('clock.waiting'),
  };
}

/** The red head of a Swiss: name, countdown, rounds, face. */
export function Banner({ details }: { details: TournamentDetails }) {
  const { name, phase, players, rounds, startsAt } = details;
  const now = useNow();
  const { time, what } = clockOf(details, now);
  const words = { control: controlText(details.timeControl), rated: t(`rated.${details.rated}`) };
  const facts =
    phase === 'coming'
      ? t('factsComing', { ...words, rounds: rounds ?? 0 })
      : t('facts', { ...words, players });
  return (
    <header className={styles.banner} data-phase={phase}>
      <div className={styles.words}>
        <h2 title={name}>{name}</h2>
        <p>{facts}</p>
        {phase === 'coming' ? (
          <p className={styles.start}>{whenText(startsAt, now)}</p>
        ) : (
          <Pips details={details} />
        )}
      </div>
      <p className={styles.clock} role="timer">
        <strong data-long={time.length > 6 || undefined}>{time}</strong>
        <span>{what}</span>
      </p>
      <img src={FACES[faceOf(details)]} alt="" width={122} height={122} />
    </header>
  );
}
