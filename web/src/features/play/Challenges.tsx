import { Suspense, useEffect, useRef, useState } from 'react';
import { useIntention } from '../../client/intention.ts';
import { session } from '../../client/session.ts';
import { ChallengeRow, OwnChallengeRow } from '../../shared/pairing/ChallengeRow.tsx';
import { challengeText } from '../../shared/pairing/challenge-texts.ts';
import { useChallenges, useOwnPairing } from '../../shared/pairing/challenges.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './Challenges.module.css';

const ChallengeDialog = lazyPart(() => import('../../shared/pairing/ChallengeDialog.tsx'));

const CHALLENGE = { action: 'open', of: 'challenge' } as const;

/** The open challenges, with a button to create one. */
export default function Challenges() {
  const { data, error, fetchStatus, refetch } = useChallenges();
  const own = useOwnPairing().data?.challenge ?? null;
  const [open, setOpen] = useState(false);
  const intention = useIntention('open');
  useEffect(() => {
    if (intention?.of === CHALLENGE.of) setOpen(true);
  }, [intention]);
  const asked = useRef(false);
  asked.current ||= open;
  const begin = (): void => {
    if (session.store.getState().user) setOpen(true);
    else session.requestLogin('/play', { why: 'challenge', intention: CHALLENGE });
  };
  const isAway = error !== null || fetchStatus === 'paused';
  return (
    <Card framed className={styles.card} aria-labelledby="challenges">
      <header className={styles.head}>
        <h2 id="challenges">{challengeText('challenges.title')}</h2>
        {data && data.length > 0 && <span className="tabular">{data.length}</span>}
        <Button small className={styles.begin} onClick={begin}>
          {challengeText('challenges.open')}
        </Button>
      </header>
      {(own || (data && data.length > 0)) && (
        <ul className={styles.rows}>
          {own && <OwnChallengeRow challenge={own} />}
          {data?.map((challenge) => (
            <ChallengeRow key={challenge.id} challenge={challenge} />
          ))}
        </ul>
      )}
      {!data && !isAway && <Skeleton className={styles.waiting} />}
      {!data && isAway && <Away onRetry={() => void refetch()} />}
      {data?.length === 0 && !own && <Empty />}
      <Suspense>{asked.current && <ChallengeDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}

function Empty() {
  return (
    <div className={styles.blank} role="status">
      <img src={FACES.dog} alt="" width={80} height={80} />
      <strong>{challengeText('challenges.empty')}</strong>
      <p>{challengeText('challenges.emptyHint')}</p>
    </div>
  );
}

function Away({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.blank} role="status">
      <img src={FACES.elephant} alt="" width={80} height={80} />
      <strong>{challengeText('challenges.away')}</strong>
      <Button small icon="arrows-clockwise" onClick={onRetry}>
        {challengeText('challenges.retry')}
      </Button>
    </div>
  );
}
