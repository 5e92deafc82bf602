import type { LadderRow } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { ChallengeButton } from './ChallengeButton.tsx';
import styles from './LadderRows.module.css';
import { t as playersText } from './texts.ts';
import { Week } from './Week.tsx';

interface LadderRowsProps {
  rows: readonly LadderRow[];
  /** Whose row stands out. */
  me: string | null;
  label: string;
  /** In a narrow column: without heads, levels as emblems alone, with challenges in the place of results. */
  brief?: boolean;
}

/** Places of the ladder: rank, player, level, rating, this season, seven days. */
export function LadderRows({ rows, me, label, brief = false }: LadderRowsProps) {
  return (
    <table className={cx(styles.table, brief && styles.brief)} aria-label={label}>
      <colgroup>
        <col className={styles.rankColumn} />
        <col />
        <col className={styles.levelColumn} />
        <col className={styles.ratingColumn} />
        {!brief && <col className={styles.seasonColumn} />}
        <col className={styles.weekColumn} />
        {brief && <col className={styles.challengeColumn} />}
      </colgroup>
      <thead className={cx(brief && 'visually-hidden')}>
        <tr>
          <th scope="col">{t('ladder.rank')}</th>
          <th scope="col">{t('ladder.player')}</th>
          <th scope="col">{t('ladder.level')}</th>
          <th scope="col">{t('ladder.points')}</th>
          {!brief && (
            <th scope="col" className={styles.season}>
              {playersText('ladder.season')}
            </th>
          )}
          <th scope="col" className={styles.week}>
            {playersText('week')}
          </th>
          {brief && (
            <th scope="col" className={styles.challenge}>
              {playersText('challenge.label')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.userId} row={row} isMine={row.userId === me} brief={brief} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: LadderRow;
  isMine: boolean;
  brief: boolean;
}

function Row({ row, isMine, brief }: RowProps) {
  const { rank, userId, nickname, avatar, isOnline, rating, level, week, season } = row;
  return (
    <tr
      className={cx(isMine && styles.mine)}
      aria-current={isMine || undefined}
      tabIndex={isMine ? -1 : undefined}
    >
      <td className={styles.rank}>
        <span data-rank={rank <= 3 ? rank : undefined}>{rank}</span>
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={avatar} size={34} online={isOnline || undefined} />
          {isOnline && <span className="visually-hidden">{t('online')}</span>}
          <Link to={`/player/${userId}`} title={nickname}>
            {nickname}
          </Link>
          {isMine && !brief && <Chip className={styles.me}>{t('ladder.me')}</Chip>}
        </span>
      </th>
      <td className={styles.level}>
        <span>
          <Emblem level={level.order} size={28} named />
          <span>{levelName(level.order)}</span>
        </span>
      </td>
      <td className={styles.rating}>{rating}</td>
      {!brief && <td className={styles.season}>{season && playersText('seasons.results', { ...season })}</td>}
      <td className={styles.week}>
        <Week change={week} />
      </td>
      {brief && (
        <td className={styles.challenge}>
          {isMine ? t('ladder.me') : <ChallengeButton user={{ _id: userId, nickname }} />}
        </td>
      )}
    </tr>
  );
}
