import { Skeleton } from '../../ui/Loading.tsx';
import table from './Table.module.css';
import { EmptyBoard } from './TableMain.tsx';
import styles from './TableSkeleton.module.css';
import { arrange } from './table-places.tsx';
import { useTableLayout } from './use-table-layout.ts';

/** Skeleton of a table; `label` names what is loading. */
export function TableSkeleton({ label }: { label: string }) {
  const bar = <Skeleton className={styles.bar} />;
  return (
    <main className={table.main} aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      {arrange(useTableLayout(), 'running', {
        board: <EmptyBoard className={styles.board} />,
        opponent: bar,
        own: bar,
        middle: <Skeleton className={styles.list} />,
      })}
    </main>
  );
}
