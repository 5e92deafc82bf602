import type { StandingsRow } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../client/session.ts';
import { progressOf } from '../../../shared/ratings/progress.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { Emblem } from '../../../ui/Emblem.tsx';
import { BotChip, Chip } from '../../../ui/Marks.tsx';
import { Rank } from '../../../ui/Rank.tsx';
import styles from './Lines.module.css';
import { t } from './texts.ts';

interface LineProps {
  row: StandingsRow;
  /** The rank is a seed, without a seal. */
  isSeed?: boolean;
  /** A dot marks who plays. */
  marksGames?: boolean;
  /** Why the player is in no further game; null while active. */
  away: string | null;
  /** The further cells. */
  children: ReactNode;
}

/** A row of the standings: rank and player, then what the kind of tournament shows. */
export function Line({ row, isSeed = false, marksGames = false, away, children }: LineProps) {
  const { rank, user, rating, isPlaying } = row;
  const isMine = useSession((state) => state.user?._id === user._id);
  return (
    <tr
      className={cx(isMine && styles.mine, away !== null && styles.away)}
      aria-current={isMine || undefined}
      data-user={user._id}
    >
      <td className={styles.rank}>
        <Rank rank={rank} isPlain={isSeed} />
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={user.avatar} size={32} />
          <Link to={`/player/${user._id}`} title={user.nickname}>
            {user.nickname}
          </Link>
          {user.isBot ? (
            <BotChip avatar={user.avatar} />
          ) : (
            <Emblem level={progressOf(rating).order} size={24} className={styles.level} />
          )}
          {isMine && <Chip className={styles.me}>{t('me')}</Chip>}
          {marksGames && isPlaying && (
            <span className={styles.playing} role="img" aria-label={t('playing')} title={t('playing')} />
          )}
          {away !== null && <span className={styles.status}>{away}</span>}
        </span>
      </th>
      {children}
    </tr>
  );
}
