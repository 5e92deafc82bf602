import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import panda from '../../../art/ai/panda.svg';
import { ModeButton } from '../../app/ModeButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { FACES } from '../../ui/faces.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { OnlineCount } from '../home/OnlineCount.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import styles from './PlayMenu.module.css';
import { AsideWaiting, PoolsWaiting } from './PlayWaiting.tsx';

const Pools = lazyPart(() => import('../pairing/Pools.tsx'));
const Challenges = lazyPart(() => import('../pairing/Challenges.tsx'));
const RoomForm = lazyPart(() => import('./RoomForm.tsx'));
const WatchCard = lazyPart(() => import('../watch/WatchCard.tsx'));

/** Windows in which the card of rooms has place for a form. */
const ROOMY = '(min-width: 1280px)';

/** Ways to play that need nobody to be found. */
const WAYS = [
  { key: 'ai', face: panda, hill: '#C3C5D2', to: '/play/ai' },
  { key: 'local', face: FACES.cat, hill: '#C9B8AE', to: '/play/local' },
  { key: 'room', face: FACES.dog, hill: '#D9BE97', to: '/play/room' },
] as const;

function Way({ way: { key, face, hill, to } }: { way: (typeof WAYS)[number] }) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={styles.way}>
      <span className={styles.hill} style={{ backgroundColor: hill }} />
      <img src={face} alt="" width={92} height={92} />
      <strong>{t(`play.${key}`)}</strong>
      <span>{t(`play.${key}Hint`)}</span>
      <b aria-hidden="true">{t(`play.${key}Go`)}</b>
    </Link>
  );
}

function Ways() {
  const { t } = useTranslation();
  const roomy = useMedia(ROOMY);
  return (
    <ul className={styles.ways} aria-label={t('play.ways')}>
      {WAYS.map((way) => (
        <li key={way.key}>
          <Way way={way} />
          {way.key === 'room' && roomy && (
            <PartBoundary instead={null}>
              <Suspense fallback={null}>
                <RoomForm />
              </Suspense>
            </PartBoundary>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A part of the page that could not be had, as after a deployment: the other ways to play stay. */
function PoolsFailed() {
  const { t } = useTranslation();
  return (
    <div role="status" className={styles.waiting}>
      <div className={styles.ghost} />
      <p>
        {t('play.failed')}
        <Button small icon="arrows-clockwise" onClick={() => window.location.reload()}>
          {t('app.error.retry')}
        </Button>
      </p>
    </div>
  );
}

/** Everything that one can play: whom one finds, and what needs nobody to be found. */
export default function PlayMenu() {
  const { t } = useTranslation();
  return (
    <>
      <title>{`${t('play.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/" backLabel={t('play.backHome')} title={t('play.title')}>
        <OnlineCount />
        <ModeButton />
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
