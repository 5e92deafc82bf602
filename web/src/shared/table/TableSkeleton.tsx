import { Skeleton } from '../../ui/Loading.tsx';
import { EmptyBoard } from './EmptyBoard.tsx';
import table from './Table.module.css';
import styles from './TableSkeleton.module.css';
import { arrange } from './table-places.tsx';
import { useTableLayout } from './use-table-layout.ts';

export function BarSkeleton() {
  return <Skeleton className={styles.bar} />;
}

/** Skeleton of a table; `label` names what is loading. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <main className={table.main} aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      {arrange(useTableLayout(), 'running', {
        board: <EmptyBoard className={styles.board} />,
        opponent: <BarSkeleton />,
        own: <BarSkeleton />,
        middle: <Skeleton className={styles.list} />,
      })}
    </main>
  );
}
