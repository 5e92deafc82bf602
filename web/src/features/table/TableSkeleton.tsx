import { Skeleton } from '../../ui/Loading.tsx';
import { EmptyBoard } from './EmptyBoard.tsx';
import styles from './Table.module.css';

/** Blocks of paper where the table will be; `label` says what is on its way. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <main className={styles.main} aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <div className={styles.opponent}>
        <Skeleton className={styles.barBlock} />
      </div>
      <div className={styles.stage}>
        <EmptyBoard className={styles.boardBlock} />
      </div>
      <div className={styles.middle}>
        <Skeleton className={styles.listBlock} />
      </div>
      <div className={styles.own}>
        <Skeleton className={styles.barBlock} />
      </div>
    </main>
  );
}
