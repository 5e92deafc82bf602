import { BOT_OFFER_AFTER, POOLS_CACHED, type Pool } from '@doushouqi/protocol';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { toServerTime } from '../../client/time.ts';
import { useNow } from '../../client/use-now.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PawDots } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { BotChip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { toast } from '../../ui/toast-store.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { controlText, fullerPool, isSamePool, type PoolChoice } from './pools.ts';
import type { RunningGame } from './running-game.ts';
import styles from './SearchBar.module.css';
import { closePause, giveUp, seek } from './search.ts';
import { type Found, isLong, type Search, WARM_UP_AFTER } from './search-state.ts';
import { t } from './texts.ts';
import { clockText, minutesText } from './time-text.ts';
import { usePools } from './use-search.ts';

const BotOffer = lazyPart(() => import('./BotOffer.tsx'));

interface SearchBarProps {
  search: Search;
  /** Time at which the room opens by itself, epoch ms; null: it does not. */
  goesAt: number | null;
  /** In a game the bar is at the upper edge, because it must not cover the board. */
  inGame: boolean;
}

/** Space for the bar at the lower edge of the page, px. */
const SPACE = '84px';
const SPACE_OF_TWO = '180px';

/** The state of the search, shown on every page. */
export function SearchBar(props: SearchBarProps) {
  const { search, inGame } = props;
  const isOffered = useIsBotOffered(search) && !inGame;
  return (
    <Bar
      look={search.phase}
      inGame={inGame}
      label={t('bar.label')}
      floor={
        isOffered && (
          <Suspense>
            <BotOffer pool={search.pool} />
          </Suspense>
        )
      }
    >
      <Content {...props} isOffered={isOffered} />
    </Bar>
  );
}

/**
 * Whether a bot is offered: the bots play, and no other user waits in the pool, or no opponent came for a while. Once
 * offered it stays, so that its button does not vanish under a finger.
 */
function useIsBotOffered(search: Search): search is Extract<Search, { phase: 'searching' }> {
  const now = useNow();
  const isSearching = search.phase === 'searching' && !search.lost;
  const { data, dataUpdatedAt } = usePools(isSearching);
  const [offeredSince, setOfferedSince] = useState<number | null>(null);
  if (!isSearching || data?.bots !== true) return false;
  const { since } = search;
  // Numbers from before the search miss an opponent who came at the same time.
  const isAlone =
    waitingIn(data.pools, search.pool) === 0 && toServerTime(dataUpdatedAt) - since >= POOLS_CACHED;
  const isDue = isAlone || now - since >= BOT_OFFER_AFTER;
  if (isDue && offeredSince !== since) setOfferedSince(since);
  return isDue || offeredSince === since;
}

/** Returns how many others wait in the pool. */
function waitingIn(pools: readonly Pool[], mine: PoolChoice): number {
  return pools.find((pool) => isSamePool(pool, mine))?.waiting ?? 0;
}

interface BarProps {
  look: Search['phase'];
  inGame: boolean;
  label: string;
  /** Above the content. */
  floor?: ReactNode;
  children: ReactNode;
}

/** Frame of the bar. Content at the lower edge of the page moves up. */
export function Bar({ look, inGame, label, floor, children }: BarProps) {
  const space = floor ? SPACE_OF_TWO : SPACE;
  useLayoutEffect(() => {
    if (inGame) return;
    const { style } = document.documentElement;
    style.setProperty('--search-space', space);
    return () => void style.removeProperty('--search-space');
  }, [inGame, space]);
  return (
    <aside
      className={styles.bar}
      aria-label={label}
      data-look={look}
      data-top={inGame}
      {...(floor && { 'data-two': true })}
    >
      {floor}
      {floor ? <div className={styles.ground}>{children}</div> : children}
    </aside>
  );
}

function Content({ search, goesAt, inGame, isOffered }: SearchBarProps & { isOffered: boolean }) {
  switch (search.phase) {
    case 'joining':
    case 'searching':
      return <Seeking search={search} isOffered={isOffered} />;
    case 'found':
      return <Seat found={search} goesAt={goesAt} inGame={inGame} />;
    case 'paused':
      return <Paused until={search.until} />;
    default:
      return null;
  }
}

type SeekingSearch = Extract<Search, { phase: 'joining' | 'searching' }>;

function Seeking({ search, isOffered }: { search: SeekingSearch; isOffered: boolean }) {
  const now = useNow();
  const waited = Math.max(0, (now - search.since) / 1000);
  if (search.phase === 'searching' && search.lost) return <Lost />;
  if (search.phase === 'searching' && isLong(search, waited))
    return <Long search={search} waited={waited} isOffered={isOffered} />;
  return <Usual search={search} waited={waited} isOffered={isOffered} />;
}

interface WaitingProps {
  search: SeekingSearch;
  /** Seconds. */
  waited: number;
  /** A bot is offered, in place of a warm-up. */
  isOffered: boolean;
}

function Usual({ search, waited, isOffered }: WaitingProps) {
  const isPhone = useMedia(MEDIA.phone);
  const { pool } = search;
  const control = controlText(pool);
  const kind = t(`kind.${pool.rated ? 'rated' : 'casual'}`);
  const expected = search.phase === 'searching' ? search.expectedWait : null;
  const now = useNow();
  const heldUntil = search.phase === 'searching' ? (search.heldUntil ?? 0) : 0;
  const { data } = usePools();
  const others = data && waitingIn(data.pools, pool);
  const widening = t(isOffered ? 'offer.goesOn' : 'bar.widening');
  const hint =
    heldUntil > now
      ? t('bar.held', { count: Math.ceil((heldUntil - now) / 1000) })
      : others === 0
        ? t('bar.alone')
        : expected !== null
          ? t('bar.expected', { time: minutesText(Math.max(expected, 1)) })
          : others && t('bar.waiting', { count: others });
  return (
    <>
      <Ring />
      <time className={styles.time} aria-hidden="true">
        {minutesText(waited)}
      </time>
      <Words
        title={
          <Link to="/play">
            {!isPhone && t('bar.searching')} <span className="tabular">{control}</span> {kind}
          </Link>
        }
        hint={hint ? `${hint} · ${widening}` : widening}
        short={hint || widening}
      />
      {waited >= WARM_UP_AFTER && !isOffered && <WarmUp />}
      <Cancel />
      {expected !== null && (
        <i className={styles.progress} style={{ width: `${Math.min(100, (waited / expected) * 100)}%` }} />
      )}
    </>
  );
}

function Long({ search, waited, isOffered }: WaitingProps) {
  const { data } = usePools();
  const other = fullerPool(search.pool, data?.pools ?? []);
  const hint = other
    ? t('bar.longOther', { control: controlText(other), count: other.waiting })
    : t('bar.longHint');
  return (
    <>
      <Ring />
      <time className={styles.time} data-long aria-hidden="true">
        {minutesText(waited)}
      </time>
      <Words title={t('bar.long')} hint={hint} short={hint} />
      {other ? (
        <Button small onClick={() => seek(other)}>
          {t('bar.change', { control: controlText(other) })}
        </Button>
      ) : (
        !isOffered && <WarmUp />
      )}
      <Cancel />
      <i className={styles.progress} data-long style={{ width: '100%' }} />
    </>
  );
}

function Lost() {
  const hint = t('bar.lostHint');
  return (
    <>
      <Ring>
        <Icon name="wifi-slash" />
      </Ring>
      <Words title={t('bar.lost')} hint={hint} short={hint} />
      <Cancel />
    </>
  );
}

function Seat({ found, goesAt, inGame }: { found: Found; goesAt: number | null; inGame: boolean }) {
  const now = useNow();
  const left = goesAt === null ? null : Math.max(0, Math.ceil((goesAt - now) / 1000));
  const { pathname } = useLocation();
  const isKept = inGame && !pathname.startsWith('/play/room/');
  const { opponent, roomId } = found;
  const hint = t(`bar.${isKept ? 'foundWarmUp' : 'foundHint'}`);
  return (
    <>
      <Avatar file={opponent.avatar} size={42} />
      <Words
        title={
          <>
            {t('bar.found', { name: opponent.nickname })} <BotChip avatar={opponent.avatar} />
          </>
        }
        hint={hint}
        short={hint}
      />
      {left !== null && (
        <span className={styles.left} title={t('bar.seconds', { count: left })}>
          {left}
        </span>
      )}
      <ButtonLink small to={`/play/room/${roomId}`}>
        {t('bar.seat')}
      </ButtonLink>
    </>
  );
}

function Paused({ until }: { until: number }) {
  const now = useNow();
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) closePause();
  }, [isOver]);
  const left = t('bar.pausedLeft', { time: minutesText((until - now) / 1000 + 0.99) });
  return (
    <>
      <Ring still>
        <Icon name="pause" />
      </Ring>
      <Words
        title={
          <>
            {t('bar.paused')} · <span className="tabular">{left}</span>
          </>
        }
        hint={t('bar.pausedHint', { time: clockText(until) })}
        short={t('bar.pausedHint', { time: clockText(until) })}
      />
      <Button small tone="quiet" onClick={closePause}>
        {t('bar.ok')}
      </Button>
    </>
  );
}

/** Rotates during the search. */
function Ring({ children, still = false }: { children?: ReactNode; still?: boolean }) {
  return (
    <span className={styles.ring} data-still={still} aria-hidden="true">
      {children ?? <img src={FACES.wolf} alt="" width={30} height={30} />}
    </span>
  );
}

export function Words({ title, hint, short }: { title: ReactNode; hint: string; short: string }) {
  const isPhone = useMedia(MEDIA.phone);
  return (
    <div className={styles.words}>
      <strong>{title}</strong>
      <span className="tabular">{isPhone ? short : hint}</span>
    </div>
  );
}

function Cancel() {
  return (
    <Button small tone="quiet" onClick={giveUp}>
      {t('bar.cancel')}
    </Button>
  );
}

/** Starts a game against the computer while the search continues. */
function WarmUp() {
  const isPhone = useMedia(MEDIA.phone);
  const navigate = useNavigate();
  const start = async (): Promise<void> => {
    try {
      const { startWarmUp } = await import('./warm-up.ts');
      await startWarmUp();
      await navigate('/play/ai/game');
    } catch {
      toast.error(t('warmUpFailed'));
    }
  };
  return (
    <Button small {...(!isPhone && { icon: 'robot' })} onClick={() => void start()}>
      {t(isPhone ? 'bar.warmUpShort' : 'bar.warmUp')}
    </Button>
  );
}

interface SearchPillProps {
  search: Search;
  /** At the edge of a phone in landscape, only the time fits. */
  isRail: boolean;
}

interface BackProps {
  roomId: string;
  game: RunningGame;
  isRail: boolean;
}

/** The link to a running game, with the user's own clock. In little space, the user's turn has priority. */
export function Back({ roomId, game, isRail }: BackProps) {
  const left = minutesText(game.left / 1000);
  const onTurn = game.isOwnTurn && styles.spare;
  const label = t(`bar.${game.isOwnTurn ? 'ownTurn' : 'othersTurn'}`, { left });
  return (
    <Link
      to={`/play/room/${roomId}`}
      className={styles.pill}
      data-rail={isRail}
      data-way
      data-turn={game.isOwnTurn}
      aria-label={`${t('bar.back')}：${label}`}
      title={label}
    >
      {!isRail && <Icon name="timer" className={cx(onTurn)} />}
      <span className={game.isOwnTurn ? undefined : styles.spare}>
        {t(`bar.${game.isOwnTurn ? 'turn' : 'back'}`)}
      </span>
      <span className={cx('tabular', onTurn)}>{left}</span>
    </Link>
  );
}

/** The running search in the header of a game or of the analysis. */
export function SearchPill({ search, isRail }: SearchPillProps) {
  const now = useNow();
  const since = 'since' in search ? search.since : now;
  const time = minutesText((now - since) / 1000);
  const isLost = search.phase === 'searching' && search.lost;
  return (
    <span className={styles.pill} data-rail={isRail} title={t('bar.searching')}>
      {isLost ? <Icon name="wifi-slash" /> : !isRail && <PawDots />}
      <span className={styles.spare}>{t('bar.label')}</span>
      <span className="tabular">{time}</span>
      {!isRail && (
        <button
          type="button"
          className={styles.cancel}
          aria-label={t('bar.cancel')}
          title={t('bar.cancel')}
          onClick={giveUp}
        >
          <Icon name="x" />
        </button>
      )}
    </span>
  );
}
