import { gameMoves, moveRows, positionOf, turn } from '@doushouqi/rules';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { MoveList } from './MoveList.tsx';
import styles from './MoveRecord.module.css';
import { t } from './texts.ts';
import { useGameBeside } from './use-game.ts';
import type { Table } from './use-table.ts';

/** The moves, and the awaited move at the end. */
export function MoveRecordBody({ table: { controller, past } }: { table: Table }) {
  const game = useGameBeside(controller, (state) => state.game);
  const own = useGameBeside(controller, (state) => state.own);
  const isOver = useGameBeside(controller, ({ status }) => status === 'over');
  const mine = turn(positionOf(game)) === own;
  const next = own === null ? 'moves.watching' : mine ? 'moves.yours' : 'moves.theirs';
  return (
    <div className={styles.list}>
      <MoveList game={game} past={past} isOver={isOver} waiting={isOver ? null : t(next)} />
    </div>
  );
}

interface MoveRecordCardProps {
  table: Table;
  title?: string;
  /** Content to the right of the title, and below the moves. */
  aside?: ReactNode;
  foot?: ReactNode;
}

/** The move list in its card, for screens with room for it. */
export function MoveRecordCard({ table, title, aside, foot }: MoveRecordCardProps) {
  const round = useGameBeside(table.controller, ({ game }) => moveRows(gameMoves(game)).length);
  return (
    <Card framed className={styles.card}>
      <div className={styles.top}>
        <h2 className={styles.head}>
          {title ?? t('record')}
          {round > 0 && <span>{t('moves.round', { round })}</span>}
        </h2>
        {aside}
      </div>
      <MoveRecordBody table={table} />
      {foot}
    </Card>
  );
}
