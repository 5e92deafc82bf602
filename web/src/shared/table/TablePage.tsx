import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Table.module.css';
import { t } from './texts.ts';
import { useTableLayout } from './use-table-layout.ts';

interface TablePageProps {
  header: ReactNode;
  /** Absent without a board. */
  full?: FullBoard;
  children: ReactNode;
}

/** A page with a table and a header; `data-layout` selects the layout of all parts. */
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

interface FullBoard {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/** Shows only the board, in full screen where the browser can (phones). */
export function useFullBoard(): FullBoard {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = (): void => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const enter = (): void => {
    setFull(true);
    // Without full screen the page still shows only the board.
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const leave = (): void => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  return { full, enter, leave };
}
