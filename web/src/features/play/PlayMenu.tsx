import { Suspense } from 'react';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { OnlineCount } from '../../shared/people/OnlineCount.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PartBoundary } from './PartBoundary.tsx';
import styles from './PlayMenu.module.css';
import { AsideWaiting, PoolsWaiting } from './PlayWaiting.tsx';
import { t } from './texts.ts';
import { Ways } from './Ways.tsx';

const Pools = lazyPart(() => import('./Pools.tsx'));
const Challenges = lazyPart(() => import('./Challenges.tsx'));
const WatchCard = lazyPart(() => import('./WatchCard.tsx'));

/** A part of the page that could not be had, as after a deployment: the other ways to play stay. */
function PoolsFailed() {
  return (
    <div role="status" className={styles.waiting}>
      <div className={styles.ghost} />
      <p>
        {t('failed')}
        <Button small icon="arrows-clockwise" onClick={() => window.location.reload()}>
          {appText('error.retry')}
        </Button>
      </p>
    </div>
  );
}

/** Everything that one can play: whom one finds, and what needs nobody to be found. */
export default function PlayMenu() {
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')}>
        <OnlineCount withGames className={styles.online} />
      </PageHeader>
      <main className={styles.main}>
        <div className={styles.column}>
          <PartBoundary instead={<PoolsFailed />}>
            <Suspense fallback={<PoolsWaiting />}>
              <Pools />
            </Suspense>
          </PartBoundary>
          <Ways />
        </div>
        <PartBoundary instead={null}>
          <Suspense fallback={<AsideWaiting />}>
            <Challenges />
          </Suspense>
        </PartBoundary>
        <PartBoundary instead={null}>
          <Suspense fallback={null}>
            <WatchCard />
          </Suspense>
        </PartBoundary>
      </main>
    </>
  );
}
