import type { User } from '@doushouqi/protocol';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import logo from '../../../art/logo.svg';
import { accessNews } from '../../client/access.ts';
import { logOut } from '../../client/log-out.ts';
import { hadTournament } from '../../client/own-tournament.ts';
import { isPushDue } from '../../client/push-due.ts';
import { hadGames } from '../../client/remembered-games.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { deviceNow } from '../../client/time.ts';
import { RESUME, useSavedWays } from '../../shared/device-games/use-saved-ways.ts';
import { placeTurn } from '../../shared/header/header-slots.ts';
import { ModeButton, OwnPageLink } from '../../shared/header/PageHeader.tsx';
import { OnlineCount, useOnlineCount } from '../../shared/people/OnlineCount.tsx';
import { mainClass, shownLevel, useRatings } from '../../shared/ratings/queries.ts';
import { RulesButton } from '../../shared/rules/RulesButton.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { GuestSlip } from './GuestSlip.tsx';
import { greetingAt } from './greeting.ts';
import { Hero } from './Hero.tsx';
import styles from './HomePage.module.css';
import { PlayingNumber, WaitingNumber } from './PlayNumbers.tsx';
import { SlipPlace } from './Slip.tsx';
import { Tiles } from './Tiles.tsx';
import { t } from './texts.ts';
import { useLate } from './use-late.ts';

const AccessSlip = lazyPart(() => import('./AccessSlip.tsx'));
const TournamentSlip = lazyPart(() => import('./TournamentSlip.tsx'));
const TurnSlip = lazyPart(() => import('./TurnSlip.tsx'));
const PushSlip = lazyPart(() => import('./PushSlip.tsx'));
const LiveBoard = lazyPart(() => import('./LiveBoard.tsx'));
const LobbyPanel = lazyPart(() => import('./lobby/LobbyPanel.tsx'), { isFirst: true, worksOffline: true });

/** With more users online the lobby has its whole height, below the live board. */
const FEW_ONLINE = 12;

export default function HomePage() {
  const user = useSession((state) => state.user);
  const isGuest = user?.isGuest === true;
  const hasNews = useStore(accessNews, ({ changes }) => changes.length > 0);
  const phone = useMedia(MEDIA.phone);
  const isLate = useLate();
  const isBusy = useOnlineCount() > FEW_ONLINE;
  const greeting = greetingAt(new Date(deviceNow()).getHours());
  return (
    <div className={styles.home}>
      <title>{appText('name')}</title>
      <HomeHeader />
      <div className={styles.columns}>
        <main className={styles.main}>
          <div className={styles.hello}>
            <h1>{user ? t(`greeting.${greeting}`, { name: user.nickname }) : t('visitor')}</h1>
            {!user && <p className={styles.hint}>{t('visitorHint')}</p>}
            {user && !phone && !isGuest && !hasNews && !hadTournament(user._id) && <p>{t('ready')}</p>}
            {user && !isGuest && <MyLevel userId={user._id} />}
            <LadderLink />
            <ResumeLinks />
            {phone && <OnlineCount />}
            {user && (
              <Suspense fallback={isGuest ? <GuestSlip /> : willAskPush() && <SlipPlace />}>
                {hasNews ? (
                  <AccessSlip />
                ) : (
                  <Waiting isDue={isLate || hadGames(user._id) || hadTournament(user._id)} isGuest={isGuest}>
                    {isGuest ? <GuestSlip /> : isPushDue() && <PushSlip userId={user._id} />}
                  </Waiting>
                )}
              </Suspense>
            )}
          </div>
          <Hero
            who={user && !isGuest ? 'member' : 'visitor'}
            waiting={<WaitingNumber />}
            playing={<PlayingNumber />}
          />
          {phone && <Live isDue={isLate} />}
          <Tiles />
        </main>
        <div className={cx(styles.lobby, isBusy && styles.busy)}>
          {!phone && <Live isDue />}
          <Suspense fallback={<Skeleton className={styles.waiting} />}>
            <LobbyPanel />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

interface WaitingProps {
  isDue: boolean;
  isGuest: boolean;
  children: ReactNode;
}

/** The slip of the user's tournament, else that of the game that waits for the user, else `children`. */
function Waiting({ isDue, isGuest, children }: WaitingProps) {
  if (!isDue) return children;
  const turn = <TurnSlip>{children}</TurnSlip>;
  // Tournaments are for members.
  return isGuest ? turn : <TournamentSlip>{turn}</TournamentSlip>;
}

/** A running game beside the hero, on phones under it. */
function Live({ isDue }: { isDue: boolean }) {
  const place = (
    <>
      <div className={styles.liveHead} />
      <Skeleton className={styles.liveCard} />
    </>
  );
  return (
    <div className={styles.live}>
      <Suspense fallback={place}>{isDue ? <LiveBoard /> : place}</Suspense>
    </div>
  );
}

/** A guest has no logout, which would lose the games; the login leads to another account. */
function GuestChip({ user }: { user: User }) {
  return (
    <>
      <div className={cx(styles.user, styles.guest)}>
        <OwnPageLink user={user} size={38}>
          <span className={styles.nickname}>{user.nickname}</span>
        </OwnPageLink>
        <Chip className={styles.guestChip}>{uiText('guest')}</Chip>
      </div>
      <Button className={styles.entry} onClick={() => session.requestLogin()}>
        {appText('session.logIn')}
      </Button>
    </>
  );
}

function UserChip({ user }: { user: User }) {
  const logout = async () => {
    if (await logOut()) toast.success(appText('session.loggedOut'));
  };
  return (
    <div className={styles.user}>
      <OwnPageLink user={user} size={38}>
        <span className={styles.nickname}>{user.nickname}</span>
      </OwnPageLink>
      <Button tone="quiet" icon="sign-out" className={styles.logout} onClick={() => void logout()}>
        <span className={styles.logoutText}>{appText('session.logOut')}</span>
      </Button>
    </div>
  );
}

/** The name of the game, the switch of the theme, and the user. */
function HomeHeader() {
  const user = useSession((state) => state.user);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <img src={logo} alt="" width={40} height={40} />
        <span className={styles.wordmark} role="img" aria-label={appText('name')} />
      </div>
      <div className={styles.end}>
        <span ref={placeTurn} className={styles.turn} />
        <span className={styles.bare}>
          <RulesButton className={styles.rules} />
          <ModeButton />
        </span>
        {user?.isGuest ? (
          <GuestChip user={user} />
        ) : user ? (
          <UserChip user={user} />
        ) : (
          <>
            <Button className={styles.entry} onClick={() => session.requestLogin()}>
              {appText('session.logIn')}
            </Button>
            <ButtonLink to="/register" className={cx(styles.entry, styles.register)}>
              {appText('session.register')}
            </ButtonLink>
          </>
        )}
      </div>
    </header>
  );
}

/** The level of the current user as a link to their page; its text appears when the level is loaded. */
function MyLevel({ userId }: { userId: string }) {
  const { data } = useRatings(userId);
  const userRating = data?.[mainClass(data)];
  const level = userRating ? shownLevel(userRating) : null;
  return (
    <Link to={`/player/${userId}`} className={styles.level} title={appText('ownPage')}>
      <Emblem level={level} size={22} named />
      {userRating ? levelName(level) : appText('ownPage')}
      {userRating && level !== null && <b>{userRating.rating}</b>}
    </Link>
  );
}

function LadderLink() {
  return (
    <Link to="/ladder" className={cx(styles.level, styles.ladder)}>
      <Icon name="ranking" />
      {t('ladder')}
    </Link>
  );
}

/** Whether the push question will show: the browser has not answered it yet. */
function willAskPush(): boolean {
  return isPushDue() && 'Notification' in window && Notification.permission === 'default';
}

/** Links to the games stored on this device. */
export function ResumeLinks() {
  return useSavedWays().map((way) => (
    <Link key={way} to={RESUME[way]} className={cx(styles.level, styles.ladder)}>
      {t('resume', { way: t(`modes.${way}`) })}
    </Link>
  ));
}
