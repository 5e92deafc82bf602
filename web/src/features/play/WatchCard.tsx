import { Link } from 'react-router-dom';
import { useWatchableGames } from '../../shared/pairing/use-watchable-games.ts';
import { QueryResult } from '../../shared/ratings/Parts.tsx';
import { Card } from '../../ui/Card.tsx';
import { WatchableGames } from './WatchableGames.tsx';
import styles from './WatchCard.module.css';
import { t } from './watch-texts.ts';

/** As many as fit into a row. */
const SHOWN = 3;

/** Some of the running rated games for the play menu, with a link to all of them. */
export default function WatchCard() {
  const query = useWatchableGames(SHOWN);
  const total = query.data?.total ?? 0;
  return (
    <Card className={styles.card} role="region" aria-labelledby="watch">
      <header className={styles.head}>
        <h2 id="watch">{t('title')}</h2>
        {total > 0 && <Link to="/watch">{t('all', { count: total })}</Link>}
      </header>
      <QueryResult query={query} skeleton={styles.skeleton}>
        {({ games }) =>
          games.length > 0 ? (
            <WatchableGames games={games} />
          ) : (
            <p className={styles.empty}>
              <strong>{t('empty')}</strong>
              {t('emptyHint')}
            </p>
          )
        }
      </QueryResult>
    </Card>
  );
}
