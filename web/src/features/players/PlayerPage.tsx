import { ApiError, DEFAULT_TIME_CLASS, type Profile } from '@doushouqi/protocol';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { serverNow } from '../../client/time.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { useProfile } from '../../shared/people/queries.ts';
import { QueryPage } from '../../shared/ratings/Parts.tsx';
import { mainClass, useRatings } from '../../shared/ratings/queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LastGames } from './LastGames.tsx';
import { PlayerCard, Versus } from './PlayerCard.tsx';
import styles from './PlayerPage.module.css';
import { RatedRecord } from './RatedRecord.tsx';
import { RatingGraph } from './RatingGraph.tsx';
import { Tournaments } from './Tournaments.tsx';

/** A player: levels, rating curve, results of rated games, and games against the viewer. */
export default function PlayerPage() {
  const { userId = '' } = useParams();
  const profile = useProfile(userId);
  const gone = profile.error instanceof ApiError && [400, 404].includes(profile.error.status);
  const title = profile.data?.nickname ?? t('pages.player');
  return (
    <>
      <title>{`${title} · ${appText('name')}`}</title>
      <PageHeader title={t('pages.player')}>
        <ButtonLink to="/ladder" tone="quiet" small icon="ranking">
          {t('pages.ladder')}
        </ButtonLink>
      </PageHeader>
      <main className={styles.main}>
        {gone ? (
          <EmptyState
            animal="dog"
            title={t('gone.title')}
            text={t('gone.text')}
            action={<ButtonLink to="/ladder">{t('actions.ladder')}</ButtonLink>}
          />
        ) : (
          <QueryPage query={profile} skeleton={styles.skeleton}>
            {(user) => <Player key={userId} user={user} />}
          </QueryPage>
        )}
      </main>
    </>
  );
}

function Player({ user }: { user: Profile }) {
  const me = useSession((state) => state.user?._id ?? null);
  const userRatings = useRatings(user._id);
  const [now] = useState(serverNow);
  const isOther = me !== null && me !== user._id;
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <PlayerCard user={user} userRatings={userRatings} />
        {isOther && !user.isBot && <Versus me={me} user={user} />}
      </div>
      {!user.isBot && (
        <div className={styles.rest}>
          {/* Waits until the main class is known. */}
          <RatingGraph
            key={userRatings.data && mainClass(userRatings.data)}
            userId={user._id}
            main={userRatings.data ? mainClass(userRatings.data) : DEFAULT_TIME_CLASS}
            now={now}
          />
          <RatedRecord userId={user._id} />
          <Tournaments userId={user._id} isMine={me === user._id} now={now} />
          <LastGames userId={user._id} me={me} now={now} />
        </div>
      )}
    </div>
  );
}
