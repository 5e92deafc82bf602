import type { LadderRow } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import styles from './LadderRows.module.css';

interface LadderRowsProps {
  rows: readonly LadderRow[];
  /** Whose row stands out. */
  me: string | null;
  label: string;
  /** In a narrow column: without heads, levels as emblems alone. */
  brief?: boolean;
}

/** Places of the ladder: rank, player, level, rating. */
export function LadderRows({ rows, me, label, brief = false }: LadderRowsProps) {
  const { t } = useTranslation();
  return (
    <table className={cx(styles.table, brief && styles.brief)} aria-label={label}>
      <colgroup>
        <col className={styles.rankColumn} />
        <col />
        <col className={styles.levelColumn} />
        <col className={styles.ratingColumn} />
      </colgroup>
      <thead className={cx(brief && 'visually-hidden')}>
        <tr>
          <th scope="col">{t('standing.ladder.rank')}</th>
          <th scope="col">{t('standing.ladder.player')}</th>
          <th scope="col">{t('standing.ladder.level')}</th>
          <th scope="col">{t('standing.ladder.points')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.userId} row={row} isMine={row.userId === me} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, isMine }: { row: LadderRow; isMine: boolean }) {
  const { t } = useTranslation();
  const { rank, userId, nickname, avatar, rating, level } = row;
  return (
    <tr className={cx(isMine && styles.mine)} aria-current={isMine || undefined}>
      <td className={styles.rank}>
        <span data-rank={rank <= 3 ? rank : undefined}>{rank}</span>
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={avatar} size={34} />
          <Link to={`/player/${userId}`} title={nickname}>
            {nickname}
          </Link>
          {isMine && <Chip>{t('standing.ladder.me')}</Chip>}
        </span>
      </th>
      <td className={styles.level}>
        <span>
          <Emblem level={level.order} size={28} named />
          <span>{levelName(t, level.order)}</span>
        </span>
      </td>
      <td className={styles.rating}>{rating}</td>
    </tr>
  );
}
