import type { StandingsRow } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/Avatar.tsx';
import { BotChip } from '../../../ui/Marks.tsx';
import styles from './Podium.module.css';
import { t } from './texts.ts';

/** The places from left to right. */
const ORDER = [2, 1, 3];

/** The first three of a finished tournament on their podium. `rows`: the first ones. */
export function Podium({ rows }: { rows: readonly StandingsRow[] }) {
  const first = ORDER.flatMap((rank) => rows.find((row) => row.rank === rank) ?? []);
  return (
    <ol className={styles.podium} aria-label={t('podium')}>
      {first.map(({ rank, user, points }) => (
        <li key={rank} className={styles.place} data-place={rank}>
          <Avatar file={user.avatar} size={rank === 1 ? 56 : 46} />
          <span className={styles.who}>
            <Link to={`/player/${user._id}`} title={user.nickname}>
              {user.nickname}
            </Link>
            <BotChip avatar={user.avatar} />
          </span>
          <span className={styles.step}>
            <strong>{rank}</strong>
            <span>{t('points', { points })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
