import { Skeleton } from '../../ui/Loading.tsx';
import { EmptyBoard } from './EmptyBoard.tsx';
import styles from './Table.module.css';
import { arrange } from './table-places.tsx';
import { useTableLayout } from './use-table-layout.ts';

/** Blocks of paper where the table will be; `label` says what is on its way. */
export function TableSkeleton({ label }: { label: string }) {
  const bar = <Skeleton className={styles.barBlock} />;
  return (
    <main className={styles.main} aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      {arrange(useTableLayout(), 'running', {
        board: <EmptyBoard className={styles.boardBlock} />,
        opponent: bar,
        own: bar,
        middle: <Skeleton className={styles.listBlock} />,
      })}
    </main>
  );
}
