import type { TournamentRecord } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { QueryResult } from '../../shared/ratings/Parts.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayText } from '../../ui/format.ts';
import { Rank } from '../../ui/Rank.tsx';
import styles from './Tournaments.module.css';
import { t } from './tournament-texts.ts';

interface TournamentsProps {
  userId: string;
  /** The viewer's own page. */
  isMine: boolean;
  /** Epoch ms. */
  now: number;
}

const MEDALS = ['gold', 'silver', 'bronze'] as const;

/** Medals and best results of a player in finished tournaments. */
export function Tournaments({ userId, isMine, now }: TournamentsProps) {
  const query = useQuery({
    queryKey: ['tournament-record', userId],
    queryFn: () => api.getTournamentRecord({ params: { userId } }),
    retry: false,
  });
  return (
    <Card role="region" aria-label={t('title')} className={styles.card}>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        {query.data && query.data.played > 0 && (
          <p className={styles.played}>{t('played', { count: query.data.played })}</p>
        )}
        {isMine && <Link to="/tournament">{t('list')}</Link>}
      </div>
      <QueryResult query={query} skeleton={styles.skeleton}>
        {(known) =>
          known.played === 0 ? (
            <p className={styles.none}>{t(isMine ? 'noneMine' : 'none')}</p>
          ) : (
            <>
              <Medals medals={known.medals} />
              <Best best={known.best} now={now} />
            </>
          )
        }
      </QueryResult>
    </Card>
  );
}

/** Only medals that the player has. */
function Medals({ medals }: Pick<TournamentRecord, 'medals'>) {
  const won = MEDALS.filter((medal) => medals[medal] > 0);
  if (won.length === 0) return null;
  return (
    <ul className={styles.medals}>
      {won.map((medal) => (
        <li key={medal} aria-label={t('medal', { medal: t(`medals.${medal}`), count: medals[medal] })}>
          <i aria-hidden="true">
            <Rank rank={MEDALS.indexOf(medal) + 1} />
          </i>
          <span aria-hidden="true">
            {t(`medals.${medal}`)} <b>×{medals[medal]}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Best({ best, now }: Pick<TournamentRecord, 'best'> & { now: number }) {
  return (
    <ul className={styles.best}>
      {best.map(({ id, name, kind, rank, players, endedAt }) => (
        <li key={id}>
          <Link to={`/tournament/${id}`}>
            <span className={styles.rank} data-rank={rank}>
              {t('rank', { rank })}
            </span>
            <strong>{name}</strong>
            <span className={styles.facts}>
              {t(`kind.${kind}`)} · {t('of', { players })}
            </span>
            <time dateTime={new Date(endedAt).toISOString()}>{dayText(endedAt, now)}</time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
