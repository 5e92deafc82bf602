import type { Challenge } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { useIntention } from '../../client/intention.ts';
import { callPairing } from '../../client/pairing-call.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { OwnersLevel } from '../../shared/pairing/ChallengeRow.tsx';
import { challengeText } from '../../shared/pairing/challenge-texts.ts';
import { challengeLink, colorOffered, useAnswering } from '../../shared/pairing/challenges.ts';
import { controlText } from '../../shared/pairing/pools.ts';
import { t } from '../../shared/pairing/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './ChallengePage.module.css';

/** Interval of checks while the challenge is open: another user may accept it. Milliseconds. */
const POLL_INTERVAL = 4_000;

/** A challenge sent as a link. All visitors see it; accepting it needs an account. */
export default function ChallengePage() {
  const { id = '' } = useParams();
  const title = challengeText('page.title');
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['challenge', id],
    queryFn: () => api.getChallenge({ params: { id } }),
    refetchInterval: ({ state }) => state.data?.state === 'open' && POLL_INTERVAL,
    retry: false,
  });
  const isAway = !data && (error !== null || fetchStatus === 'paused');
  return (
    <>
      <title>{`${title} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={challengeText('page.back')} title={title} />
      <main className={styles.main}>
        {isAway ? (
          <Nothing title={challengeText('page.failed')} text={challengeText('page.failedText')}>
            <Button icon="arrows-clockwise" onClick={() => void refetch()}>
              {challengeText('challenges.retry')}
            </Button>
          </Nothing>
        ) : data?.challenge && data.state === 'open' ? (
          <Open challenge={data.challenge} />
        ) : data ? (
          <Over how={data.state === 'taken' ? 'taken' : 'gone'} />
        ) : (
          <div role="status" aria-label={challengeText('page.loading')}>
            <Skeleton className={styles.waiting} />
          </div>
        )}
      </main>
    </>
  );
}

function Nothing({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card framed className={styles.card}>
      <EmptyState animal="dog" title={title} text={text} action={children} />
    </Card>
  );
}

function Over({ how }: { how: 'taken' | 'gone' }) {
  return (
    <Nothing title={challengeText(`page.${how}`)} text={challengeText(`page.${how}Text`)}>
      <ButtonLink to="/play" tone="primary" icon="sword">
        {challengeText('page.play')}
      </ButtonLink>
    </Nothing>
  );
}

function Open({ challenge }: { challenge: Challenge }) {
  const me = useSession(({ user }) => user?._id);
  const isOwn = challenge.from._id === me;
  const isForOther = challenge.toId !== null && me !== undefined && !isOwn && challenge.toId !== me;
  const { from, rated, range } = challenge;
  return (
    <Card framed className={styles.card}>
      <Avatar file={from.avatar} size={88} />
      <p className={styles.level}>
        <OwnersLevel challenge={challenge} />
      </p>
      <h2>{isOwn ? challengeText('page.own') : challengeText('page.lead', { name: from.nickname })}</h2>
      <p className={styles.details}>
        <Chip icon="timer">{controlText(challenge)}</Chip>
        <Chip tone={rated ? 'gold' : 'default'}>{t(`kind.${rated ? 'rated' : 'casual'}`)}</Chip>
        <Chip>
          {isOwn
            ? challengeText(`challenges.ownColor.${challenge.color}`)
            : challengeText(`challenges.color.${colorOffered(challenge)}`)}
        </Chip>
        {range && <Chip>{challengeText('challenges.range', { ...range })}</Chip>}
      </p>
      {isOwn ? (
        <Own challenge={challenge} />
      ) : isForOther ? (
        <p className={styles.hint}>{challengeText('page.toOther')}</p>
      ) : (
        <Accept challenge={challenge} isVisitor={me === undefined} />
      )}
    </Card>
  );
}

function Own({ challenge }: { challenge: Challenge }) {
  const { busy, remove } = useAnswering(challenge);
  const link = challengeLink(challenge);
  // Loads the search bar, which opens the table when the challenge is accepted.
  useEffect(callPairing, []);
  return (
    <>
      <p className={styles.hint}>{challengeText('page.ownLead')}</p>
      <Button
        tone="primary"
        wide
        icon="copy"
        onClick={() => void copyText(link, challengeText('challenges.copied'))}
      >
        {challengeText('challenges.copyLink')}
      </Button>
      <Button tone="quiet" busy={busy} onClick={() => void remove()}>
        {challengeText('challenges.takeBack')}
      </Button>
    </>
  );
}

function Accept({ challenge, isVisitor }: { challenge: Challenge; isVisitor: boolean }) {
  const { busy, accept } = useAnswering(challenge);
  const intention = useIntention('accept');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each intention
  useEffect(() => {
    if (intention?.of === challenge.id && !isVisitor) accept();
  }, [intention]);
  return (
    <>
      <Button tone="primary" wide icon={isVisitor ? 'sign-in' : 'handshake'} busy={busy} onClick={accept}>
        {challengeText(isVisitor ? 'page.login' : 'page.accept')}
      </Button>
      {isVisitor && <p className={styles.hint}>{challengeText('page.loginHint')}</p>}
    </>
  );
}
