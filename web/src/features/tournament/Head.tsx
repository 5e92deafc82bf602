import type { TournamentDetails } from '@doushouqi/protocol';
import { useNow } from '../../client/use-now.ts';
import { faceOf } from '../../shared/tournament/face.ts';
import { FACES } from '../../ui/faces.ts';
import styles from './Head.module.css';
import { momentOf } from './moment.ts';

interface HeadProps {
  details: TournamentDetails;
  /** What is played, in one line. */
  facts: string;
}

/** The red head of a tournament: name, countdown, face. */
export function Head({ details, facts }: HeadProps) {
  const { name } = details;
  const { time, what } = momentOf(details, useNow());
  return (
    <header className={styles.head}>
      <div>
        <h2 title={name}>{name}</h2>
        <p>{facts}</p>
      </div>
      <p className={styles.clock} role="timer">
        <strong data-long={time.length > 7 || undefined}>{time}</strong>
        <span>{what}</span>
      </p>
      <img src={FACES[faceOf(details)]} alt="" width={104} height={104} />
    </header>
  );
}
