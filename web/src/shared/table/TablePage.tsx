import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Table.module.css';
import { t } from './texts.ts';
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

interface FullBoard {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/** Nothing but the board, with the browser's own bars away where it can do that (phones). */
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
    // Where this is not allowed the page still shows the board alone.
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const leave = (): void => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  return { full, enter, leave };
}
