import type { Profile, RouteReply, Routes } from '@doushouqi/protocol';
import { useSession } from '../../client/session.ts';
import { Loaded, WinBar } from '../../shared/ratings/Parts.tsx';
import { useVersus } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Verdict } from './LastGames.tsx';
import styles from './Versus.module.css';

/** How the rated games between the person who looks and this player went, for the one who looks. */
export function Versus({ me, user }: { me: string; user: Profile }) {
  const asked = useVersus(me, user._id);
  return (
    <Card role="region" aria-label={t('versus.title')} className={styles.card}>
      <h2>{t('versus.title')}</h2>
      <Loaded asked={asked} ghost={styles.ghost}>
        {(known) => <Between known={known} user={user} />}
      </Loaded>
    </Card>
  );
}

function Between({ known, user }: { known: RouteReply<Routes['getVersus']>; user: Profile }) {
  const own = useSession((state) => state.user?.avatar);
  const { games, wins, losses, draws, last } = known;
  if (games === 0) return <p className={styles.none}>{t('versus.none')}</p>;
  return (
    <>
      <div className={styles.score}>
        <Avatar file={own} size={46} />
        <div>
          <strong>{t('versus.score', { wins, losses })}</strong>
          <p>
            {t('versus.games', { count: games })}
            {draws > 0 && ` · ${t('versus.draws', { count: draws })}`}
          </p>
        </div>
        <Avatar file={user.avatar} size={46} />
      </div>
      <WinBar {...known} />
      <ol className={styles.last} aria-label={t('last.title')}>
        {last.map(({ gameId, result }) => (
          <li key={gameId}>
            <Verdict result={result} />
          </li>
        ))}
      </ol>
    </>
  );
}
