import type { ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Table.module.css';
import { t } from './texts.ts';
import type { FullBoard } from './use-full-board.ts';
import { useTableLayout } from './use-table-layout.ts';

interface TablePageProps {
  header: ReactNode;
  /** Absent where there is no board. */
  full?: FullBoard;
  children: ReactNode;
}

/** A page with a table on it, and its bar above; `data-layout` tells everything on it how the table lies. */
export function TablePage({ header, full, children }: TablePageProps) {
  return (
    <div className={styles.page} data-layout={useTableLayout()} data-full={full?.full}>
      {header}
      {children}
      {full?.full && (
        <IconButton
          icon="corners-in"
          label={t('settings.leaveFull')}
          className={styles.leaveFull}
          onClick={full.leave}
        />
      )}
    </div>
  );
}
