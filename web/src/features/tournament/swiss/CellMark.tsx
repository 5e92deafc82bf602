import type { RoundCell } from '@doushouqi/protocol';
import styles from './CellMark.module.css';
import { t } from './texts.ts';

interface CellMarkProps {
  cell: RoundCell | 'coming';
  round: number;
}

/** A round of a player: result, bye, live dot, or to come. */
export function CellMark({ cell, round }: CellMarkProps) {
  const name = `${t('table.round', { round })}：${t(`cell.${cell}.name`)}`;
  return (
    <span className={styles.cell} data-cell={cell} title={name}>
      <span aria-hidden="true">{t(`cell.${cell}.mark`)}</span>
      <span className="visually-hidden">{t(`cell.${cell}.name`)}</span>
    </span>
  );
}
