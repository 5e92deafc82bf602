import { Suspense } from 'react';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { OnlineCount } from '../../shared/people/OnlineCount.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';
import { greetingAt } from './greeting.ts';
import { Hero } from './Hero.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import styles from './HomePage.module.css';
import { LadderLink, MyLevel } from './MyLevel.tsx';
import { PlayingNumber, WaitingNumber } from './PlayNumbers.tsx';
import { ResumeLinks } from './ResumeLinks.tsx';
import { Tiles } from './Tiles.tsx';
import { t } from './texts.ts';

const LobbyPanel = lazyPart(() => import('./lobby/LobbyPanel.tsx'), { isFirst: true, worksOffline: true });

export default function HomePage() {
  const user = useSession((state) => state.user);
  const phone = useMedia(MEDIA.phone);
  const greeting = greetingAt(new Date().getHours());
  return (
    <div className={styles.home}>
      <title>{appText('name')}</title>
      <HomeHeader />
      <div className={styles.columns}>
        <main className={styles.main}>
          <div className={styles.hello}>
            <h1>{user ? t(`greeting.${greeting}`, { name: user.nickname }) : t('visitor')}</h1>
            {!(phone && user) && <p>{t(user ? 'ready' : 'visitorHint')}</p>}
            {user && <MyLevel userId={user._id} />}
            {!(phone && !user) && <LadderLink />}
            <ResumeLinks />
            {phone && <OnlineCount />}
          </div>
          <Hero who={user ? 'member' : 'visitor'} waiting={<WaitingNumber />} playing={<PlayingNumber />} />
          <Tiles />
        </main>
        <div className={styles.lobby}>
          <Suspense fallback={<Skeleton className={styles.waiting} />}>
            <LobbyPanel />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
