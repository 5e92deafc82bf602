import { Link } from 'react-router-dom';
import { ChallengeRow } from '../../../shared/pairing/ChallengeRow.tsx';
import { challengeText } from '../../../shared/pairing/challenge-texts.ts';
import { useChallenges } from '../../../shared/pairing/challenges.ts';
import styles from './LobbyChallenges.module.css';

/** Maximum number of challenges above the chat. */
const SHOWN = 2;

/** The newest open challenges; renders nothing without any. */
export default function LobbyChallenges() {
  const { data = [] } = useChallenges();
  if (data.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={challengeText('challenges.title')}>
      <ul>
        {data.slice(0, SHOWN).map((challenge) => (
          <ChallengeRow key={challenge.id} challenge={challenge} />
        ))}
      </ul>
      {data.length > SHOWN && (
        <Link to="/play" className={styles.all}>
          {challengeText('challenges.all', { count: data.length })}
        </Link>
      )}
    </section>
  );
}
