import {
  type Pool,
  RATING_DEFS,
  TIME_CLASSES,
  TIME_CONTROLS,
  type TimeClass,
  timeClassOf,
} from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { takeEarlyPress } from '../../client/early-press.ts';
import { useIntention } from '../../client/intention.ts';
import { useSanction } from '../../client/sanctions.ts';
import { session, useSession } from '../../client/session.ts';
import { useNow } from '../../client/use-now.ts';
import { SanctionPlace } from '../../shared/letters/SanctionPlace.tsx';
import { useOwnPairing } from '../../shared/pairing/challenges.ts';
import { KindSwitch } from '../../shared/pairing/KindSwitch.tsx';
import { controlText, isSamePool, type PoolChoice, poolId, poolOf } from '../../shared/pairing/pools.ts';
import { giveUp, seek, seekUsual, usualPool } from '../../shared/pairing/search.ts';
import { t } from '../../shared/pairing/texts.ts';
import { clockText, minutesText, roughTime } from '../../shared/pairing/time-text.ts';
import { usePools, useSearch } from '../../shared/pairing/use-search.ts';
import { patience, RATINGS, shownLevel, useRatings } from '../../shared/ratings/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { levelName } from '../../ui/level.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia, useNetwork } from '../../ui/use-browser.ts';
import styles from './Pools.module.css';

/** The pools: one press starts a search. */
export default function Pools() {
  useSeekIntended();
  useSeekNow();
  const userId = useSession(({ user }) => user?._id);
  const { data: userRatings = null } = useRatings(userId);
  const [chosen, setRated] = useState<boolean | null>(null);
  useCasualAfterRefusal(() => setRated(false));
  const unrated = useSanction('unrated');
  const rated = chosen ?? (usualPool(userRatings).rated && unrated === null);
  const online = useNetwork();
  const phone = useMedia(MEDIA.phone);
  const { data, isError } = usePools();
  const pools = TIME_CONTROLS.map((control) => ({ ...control, rated }));
  return (
    <Card framed className={styles.card}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2>{t('title')}</h2>
          {!phone && (
            <div className={styles.lead}>
              <p>{t('lead')}</p>
              <OwnRatings />
            </div>
          )}
        </div>
        <KindSwitch
          rated={rated}
          onChange={setRated}
          choices={[
            [true, t('kind.rated')],
            [false, t('kind.casual')],
          ]}
        />
      </header>
      <ul className={styles.pools}>
        {pools.map((pool) => (
          <li key={poolId(pool)}>
            <PoolButton
              pool={pool}
              state={data?.pools.find((one) => isSamePool(one, pool))}
              disabled={!online || (rated && unrated !== null)}
            />
          </li>
        ))}
      </ul>
      {phone && <OwnRatings />}
      {unrated && (
        <div className={styles.unrated}>
          <SanctionPlace letter={unrated} />
        </div>
      )}
      <ConductNote />
      {(!online || isError) && (
        <p role="status" className={styles.away}>
          <Icon name={online ? 'warning' : 'wifi-slash'} />
          {t(online ? 'pool.away' : 'pool.offline')}
        </p>
      )}
    </Card>
  );
}

/** A guest who closes the registration for a rated search goes on with casual games. */
function useCasualAfterRefusal(choose: () => void): void {
  const isAsked = useSession(
    ({ loginModalVisible, loginStep, user }) =>
      loginModalVisible && loginStep === 'register' && user?.isGuest === true,
  );
  const wasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each registration
  useEffect(() => {
    if (wasAsked.current && !isAsked && session.store.getState().user?.isGuest) choose();
    wasAsked.current = isAsked;
  }, [isAsked]);
}

/** Starts the search of a press on home that came before its script was loaded. */
function useSeekNow(): void {
  useEffect(() => {
    if (takeEarlyPress('seek')) void seekUsual();
  }, []);
}

/** Starts the search that a visitor requested before the login. */
function useSeekIntended(): void {
  const intention = useIntention('seek');
  const isMember = useSession(({ user }) => user !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each intention
  useEffect(() => {
    const pool = intention && poolOf(intention.of);
    if (pool && isMember) seek(pool);
  }, [intention]);
}

/** Returns the number of waiting users, else the expected wait; null when neither is available. Pure. */
function waitText({ waiting, expectedWait }: Pool): string | null {
  if (waiting > 0) return t('pool.waiting', { count: waiting });
  if (expectedWait === null) return null;
  return t('bar.expected', { time: minutesText(Math.max(expectedWait, 1)) });
}

interface PoolButtonProps {
  pool: PoolChoice;
  /** Undefined until loaded. */
  state: Pool | undefined;
  disabled: boolean;
}

function PoolButton({ pool, state, disabled }: PoolButtonProps) {
  const search = useSearch();
  const isSought =
    (search.phase === 'searching' || search.phase === 'joining') && isSamePool(search.pool, pool);
  const control = controlText(pool);
  const kind = t(`kind.${pool.rated ? 'rated' : 'casual'}`);
  const speed = RATING_DEFS[timeClassOf(pool)].name;
  const wait = state ? waitText(state) : null;
  const games = state ? Math.ceil(state.playing / 2) : 0;
  const label = [t('pool.label', { control, kind, class: speed }), wait];
  if (games > 0) label.push(t('pool.playingNow', { count: games }));
  return (
    <button
      type="button"
      className={styles.pool}
      aria-pressed={isSought}
      aria-label={label.filter((part) => part !== null).join('，')}
      disabled={disabled}
      onClick={() => (isSought ? giveUp() : seek(pool))}
    >
      <b>{control}</b>
      <span>{isSought ? t('pool.searching', { class: speed }) : speed}</span>
      <small className="tabular">
        {wait && <span>{wait}</span>}
        {games > 0 && <span className={styles.games}>{t('pool.playing', { count: games })}</span>}
      </small>
    </button>
  );
}

function OwnRatings() {
  const userId = useSession(({ user }) => user?._id);
  return userId === undefined ? null : (
    <p className={styles.numbers}>
      {TIME_CLASSES.map((name) => (
        <OwnRating key={name} userId={userId} timeClass={name} />
      ))}
    </p>
  );
}

function OwnRating({ userId, timeClass }: { userId: string; timeClass: TimeClass }) {
  const { data } = useRatings(userId);
  if (!data) return <span />;
  const level = shownLevel(data[timeClass]);
  return (
    <span>
      {RATING_DEFS[timeClass].name}
      <Emblem level={level} size={22} named />
      <span className="tabular">
        {levelName(level)}
        {level !== null && ` ${data[timeClass].rating}`}
      </span>
    </span>
  );
}

/** Shows that pairing is refused until the end of a pause, or warns before a pause. */
function ConductNote() {
  const userId = useSession(({ user }) => user?._id);
  const until = useOwnPairing().data?.pause?.until;
  if (userId === undefined) return null;
  return until === undefined ? <Warning userId={userId} /> : <Pause until={until} />;
}

function Warning({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: [...RATINGS, userId, 'conduct'],
    queryFn: () => api.getConduct(),
    ...patience,
  });
  if (!data?.warning || data.nextPause === 0) return null;
  return (
    <p role="status" className={styles.pause}>
      <Icon name="warning" />
      {t('conduct.warning', {
        what: t(`conduct.${data.warning}`),
        time: roughTime(data.nextPause),
      })}
    </p>
  );
}

function Pause({ until }: { until: number }) {
  const now = useNow();
  if (now >= until) return null;
  return (
    <p role="status" className={styles.pause}>
      <Icon name="pause" />
      {t('bar.paused')} · {t('bar.pausedHint', { time: clockText(until) })}，
      <span aria-hidden="true" className="tabular">
        {t('bar.pausedLeft', { time: minutesText((until - now) / 1000 + 0.99) })}
      </span>
    </p>
  );
}
