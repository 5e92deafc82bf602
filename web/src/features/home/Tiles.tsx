import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useFragment } from '../../client/address.ts';
import { useIntention } from '../../client/intention.ts';
import { useOwnTotals } from '../../client/own-totals.ts';
import { session, useIsMember, useSession } from '../../client/session.ts';
import { useBadge, useFriends } from '../../shared/people/queries.ts';
import { copyText } from '../../ui/clipboard.ts';
import { cx } from '../../ui/cx.ts';
import { type Animal, FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Badge } from '../../ui/Marks.tsx';
import { useLobbyInfo } from './lobby/AnnouncementBar.tsx';
import styles from './Tiles.module.css';
import { t } from './texts.ts';
import { useLate } from './use-late.ts';

const TournamentTile = lazyPart(() => import('./TournamentTile.tsx'));

const OPEN = [
  { key: 'analysis', animal: 'elephant', hill: '#C3C5D2', to: '/analysis' },
  { key: 'themes', animal: 'leopard', hill: '#EBD08A', to: '/themes' },
] as const;
const TOURNAMENT = { key: 'tournament', animal: 'lion', hill: '#E7C98A', to: '/tournament' } as const;
const HISTORY = { key: 'history', animal: 'cat', hill: '#C9B8AE', to: '/history' } as const;
const SETTINGS = { key: 'settings', animal: 'rat', hill: '#D2BFAF', to: '/settings' } as const;
const ENDGAME = { key: 'endgame', animal: 'wolf', hill: '#B6C3CB', to: '/endgame' } as const;

interface TileProps {
  place: (typeof OPEN)[number] | typeof TOURNAMENT | typeof HISTORY | typeof SETTINGS | typeof ENDGAME;
  /** Beside the name. */
  mark?: ReactNode;
  /** Replaces the usual hint. */
  hint?: ReactNode;
}

function Tile({ place: { key, to, ...look }, mark, hint }: TileProps) {
  return (
    <Link to={to} className={cx(styles.tile, styles.open)}>
      <TileFace name={t(`tiles.${key}`)} mark={mark} hint={hint ?? t(`hints.${key}`)} {...look} />
    </Link>
  );
}

/** Shows the number of the user's games and wins, as the page of games does. */
function HistoryTile() {
  const userId = useSession(({ user }) => user?._id);
  const totals = useOwnTotals(userId);
  return (
    <Tile place={HISTORY} hint={totals && totals.games > 0 ? t('hints.games', { ...totals }) : undefined} />
  );
}

/** Says which tournament runs or starts, once that is loaded. */
function TournamentsTile() {
  const tile = <Tile place={TOURNAMENT} />;
  return (
    <Suspense fallback={tile}>
      {useLate() ? <TournamentTile>{(news) => <Tile place={TOURNAMENT} {...news} />}</TournamentTile> : tile}
    </Suspense>
  );
}

/** The tiles of the other parts of the site; available ones come first. */
export function Tiles() {
  const isGuest = useSession(({ user }) => user?.isGuest === true);
  return (
    <ul className={styles.tiles} aria-label={t('menu')}>
      <li>
        <TournamentsTile />
      </li>
      <li>
        <FriendsTile />
      </li>
      {OPEN.map((place) => (
        <li key={place.key}>
          <Tile place={place} />
        </li>
      ))}
      <li>
        <HistoryTile />
      </li>
      <li>
        <Tile place={SETTINGS} hint={isGuest ? t('hints.settingsGuest') : undefined} />
      </li>
      <li>
        <Tile place={ENDGAME} />
      </li>
      <GroupTile />
    </ul>
  );
}

interface TileFaceProps {
  name: string;
  mark?: ReactNode;
  hint: ReactNode;
  animal: Animal;
  /** Color of the hill under the animal. */
  hill: string;
}

/** The content of a tile: an animal behind its hill. */
function TileFace({ name, mark, hint, animal, hill }: TileFaceProps) {
  return (
    <>
      <span className={styles.hill} style={{ '--hill': hill } as CSSProperties} />
      <span className={styles.name}>
        {name} {mark}
      </span>
      <span className={styles.hint}>{hint}</span>
      <img src={FACES[animal]} alt="" width={92} height={92} />
    </>
  );
}

const FriendsPanel = lazyPart(() => import('./friends/FriendsPanel.tsx'));

const FRIENDS = { action: 'open', of: 'friends' } as const;

/** Opens the friends panel; for a visitor or guest the login first. */
function FriendsTile() {
  const isMember = useIsMember();
  const isGuest = useSession(({ user }) => user?.isGuest === true);
  const [open, setOpen] = useState(false);
  const intention = useIntention('open');
  const fragment = useFragment();
  const navigate = useNavigate();
  useEffect(() => {
    if (intention?.of === FRIENDS.of) setOpen(true);
  }, [intention]);
  // The address of notifications (offline/push.ts).
  useEffect(() => {
    if (fragment !== FRIENDS.of) return;
    setOpen(true);
    void navigate('/', { replace: true });
  }, [fragment, navigate]);
  const asked = useRef(false);
  asked.current ||= open;
  const badge = useBadge();
  const { data: friends = [], isError } = useFriends();
  const online = friends.filter(({ isOnline }) => isOnline).length;
  const hint = t(isMember ? 'hints.friends' : isGuest ? 'hints.friendsGuest' : 'hints.friendsVisitor');
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(styles.tile, styles.open)}
        onClick={() =>
          isMember ? setOpen(true) : session.requestLogin('/', { why: 'friends', intention: FRIENDS })
        }
      >
        <TileFace
          name={t('tiles.friends')}
          hint={isError ? t('friendsAway') : online > 0 ? t('online', { count: online }) : hint}
          animal="dog"
          hill="#D9BE97"
        />
        <Badge count={badge} label={t('waiting', { count: badge })} className={styles.badge} />
      </button>
      <Suspense>
        {asked.current && <FriendsPanel open={open && isMember} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** The number of the official chat group, copied by a press; renders nothing when the operators have set none. */
function GroupTile() {
  const number = useLobbyInfo()?.groupNumber;
  if (!number) return null;
  return (
    <li>
      <button
        type="button"
        className={cx(styles.tile, styles.group, styles.open)}
        onClick={() => void copyText(number, t('group.copied'))}
      >
        <span className={styles.name}>{t('group.title')}</span>
        <span className={styles.number}>{number}</span>
        <span className={styles.hint}>
          <Icon name="copy" />
          {t('group.copy')}
        </span>
      </button>
    </li>
  );
}
