import { Suspense, useEffect, useRef, useState } from 'react';
import { useIntention } from '../../client/intention.ts';
import { session, useSession } from '../../client/session.ts';
import { useBadge, useFriends } from '../../shared/people/queries.ts';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Badge } from '../../ui/Marks.tsx';
import { TileFace } from './TileFace.tsx';
import styles from './Tiles.module.css';
import { t } from './texts.ts';

const FriendsPanel = lazyPart(() => import('./friends/FriendsPanel.tsx'));

const FRIENDS = { action: 'open', of: 'friends' } as const;

/** Opens the friends panel; for a visitor the login, and the panel after it. */
export function FriendsTile() {
  const loggedIn = useSession((state) => state.user !== null);
  const [open, setOpen] = useState(false);
  const intention = useIntention('open');
  useEffect(() => {
    if (intention?.of === FRIENDS.of) setOpen(true);
  }, [intention]);
  const asked = useRef(false);
  asked.current ||= open;
  const badge = useBadge();
  const { data: friends = [], isError } = useFriends();
  const online = friends.filter(({ isOnline }) => isOnline).length;
  const hint = t(loggedIn ? 'hints.friends' : 'hints.friendsVisitor');
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(styles.tile, styles.open)}
        onClick={() =>
          loggedIn ? setOpen(true) : session.requestLogin('/', { why: 'friends', intention: FRIENDS })
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
        {asked.current && <FriendsPanel open={open && loggedIn} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
