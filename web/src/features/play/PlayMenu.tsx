import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import panda from '../../../art/ai/panda.svg';
import { hadNoGames } from '../../client/remembered-games.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { RESUME, useSavedWays } from '../../shared/device-games/use-saved-ways.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { OnlineCount } from '../../shared/people/OnlineCount.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia, useNetwork } from '../../ui/use-browser.ts';
import styles from './PlayMenu.module.css';
import type { RunningGamesProps } from './RunningGames.tsx';
import { t } from './texts.ts';

const Pools = lazyPart(() => import('./Pools.tsx'));
const Challenges = lazyPart(() => import('./Challenges.tsx'));
const RunningGames = lazyPart(() => import('./RunningGames.tsx'));
const WatchCard = lazyPart(() => import('./WatchCard.tsx'));

/** Shown when a part of the page could not be loaded, as after a deployment: the other ways to play stay. */
function PoolsFailed() {
  return (
    <div role="status" className={styles.waiting}>
      <div className={styles.skeleton} />
      <p>
        {t('failed')}
        <Button small icon="arrows-clockwise" onClick={() => window.location.reload()}>
          {appText('error.retry')}
        </Button>
      </p>
    </div>
  );
}

/** Maximum wait for the place of the running games. Milliseconds. */
const PLACED_AFTER = 2_000;

/**
 * Whether place and size of the running games are known, and a function for the part that loads them. The games are the
 * first part, or without any the last one, and a part that is shown must not move.
 */
function usePlaced(): [isPlaced: boolean, onPlaced: () => void] {
  const userId = useSession(({ user }) => user?._id);
  const [isPlaced, setPlaced] = useState(userId === undefined || hadNoGames(userId));
  const onPlaced = useCallback(() => setPlaced(true), []);
  useEffect(() => {
    const timer = setTimeout(onPlaced, PLACED_AFTER);
    return () => clearTimeout(timer);
  }, [onPlaced]);
  return [isPlaced, onPlaced];
}

/** The play menu: search for an opponent, and ways to play without a search. */
export default function PlayMenu() {
  const [isPlaced, onPlaced] = usePlaced();
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')}>
        <OnlineCount withGames className={styles.online} />
      </PageHeader>
      <main className={cx(styles.main, !isPlaced && styles.held)}>
        <div className={styles.column}>
          <Running place="first" onPlaced={onPlaced} />
          <PartBoundary instead={<PoolsFailed />}>
            <Suspense fallback={<PoolsWaiting />}>
              <Pools />
            </Suspense>
          </PartBoundary>
          <Ways />
          <Practice />
          <Running place="last" onPlaced={onPlaced} />
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
        {!isPlaced && (
          <div role="status" aria-label={t('loading')} className={styles.holder}>
            <Skeleton className={styles.skeleton} />
          </div>
        )}
      </main>
    </>
  );
}

function Running(props: RunningGamesProps) {
  return (
    <PartBoundary instead={null}>
      <Suspense fallback={null}>
        <RunningGames {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** Shown while the pools load; without a network, the ways to play that work offline. */
export function PoolsWaiting() {
  if (useNetwork())
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton className={styles.skeleton} />
      </div>
    );
  return (
    <Card framed role="status" className={styles.offline}>
      <Icon name="wifi-slash" />
      <h2>{t('offline.title')}</h2>
      <p>{t('offline.text')}</p>
      <div className={styles.choices}>
        <ButtonLink to="/play/ai" icon="robot">
          {t('ai')}
        </ButtonLink>
        <ButtonLink to="/play/local" icon="device-mobile">
          {t('local')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Shown while the challenges load; nothing without a network. */
export function AsideWaiting() {
  return useNetwork() ? <Skeleton className={cx(styles.skeleton, styles.aside)} /> : null;
}

const RoomForm = lazyPart(() => import('./RoomForm.tsx'));

/** Ways to play without a search for an opponent. */
const WAYS = [
  { key: 'ai', face: panda, hill: '#C3C5D2', to: '/play/ai' },
  { key: 'local', face: FACES.cat, hill: '#C9B8AE', to: '/play/local' },
  { key: 'room', face: FACES.dog, hill: '#D9BE97', to: '/play/room' },
] as const;

interface WayProps {
  way: (typeof WAYS)[number];
  /** Address of the stored game; undefined without one. */
  resume: string | undefined;
}

function Way({ way: { key, face, hill, to }, resume }: WayProps) {
  return (
    <Link to={resume ?? to} className={styles.way}>
      <span className={styles.hill} style={{ backgroundColor: hill }} />
      <img src={face} alt="" width={92} height={92} />
      <strong>{t(key)}</strong>
      <span>{t(`${key}Hint`)}</span>
      <b aria-hidden={!resume}>{resume ? t('resume') : t(`${key}Go`)}</b>
    </Link>
  );
}

export function Ways() {
  const roomy = !useMedia(MEDIA.compact);
  const saved = useSavedWays();
  return (
    <ul className={styles.ways} aria-label={t('ways')}>
      {WAYS.map((way) => (
        <li key={way.key}>
          <Way way={way} resume={saved.filter((one) => one === way.key).map((one) => RESUME[one])[0]} />
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

const PRACTICE = [
  { key: 'learn', icon: 'graduation-cap', to: '/learn' },
  { key: 'endgame', icon: 'star-fill', to: '/endgame' },
  { key: 'puzzle', icon: 'target', to: '/puzzle' },
] as const;

/** Places to learn instead of a game. */
function Practice() {
  return (
    <nav aria-labelledby="practice" className={styles.practice}>
      <h2 id="practice">{t('practice.label')}</h2>
      {PRACTICE.map(({ key, icon, to }) => (
        <ButtonLink key={key} small icon={icon} to={to}>
          {t(`practice.${key}`)}
        </ButtonLink>
      ))}
    </nav>
  );
}

interface PartBoundaryProps {
  /** Shown when the part cannot be loaded or rendered. */
  instead: ReactNode;
  children: ReactNode;
}

/** Isolates a part that the rest of the page does not need. */
class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
