import type { CSSProperties, ReactNode } from 'react';
import { t } from '../../client/texts.ts';
import { BackLink } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { EmptyBoard } from './EmptyBoard.tsx';
import table from './Table.module.css';
import styles from './TableFallback.module.css';
import head from './TableHeader.module.css';
import { arrange } from './table-places.tsx';
import { useTableLayout } from './use-table-layout.ts';

/** The bar over a table before all else that belongs in it: the way back to the play menu, or to home. */
export function BareBar({ isFromHome = false }: { isFromHome?: boolean | undefined }) {
  return (
    <header className={useTableLayout() === 'landscape' ? head.rail : head.bar}>
      <BackLink to={isFromHome ? '/' : '/play'} label={t(isFromHome ? 'backHome' : 'toPlay')} />
    </header>
  );
}

interface TableFallbackProps {
  /** Names what is loading. */
  label?: string;
  /** The board with its pieces, where they are known, and its width by its height. */
  board?: ReactNode;
  ratio?: number;
  isWaiting?: boolean;
  /** Of the bar's way back. */
  isFromHome?: boolean;
  /** Replaces the bar. */
  header?: ReactNode;
}

/**
 * A page with a table that loads. The build also writes it into the document, in the layout of a phone
 * (`scripts/lib/first-paint.ts`), so that the board is visible before any script has loaded.
 */
export function TableFallback(props: TableFallbackProps) {
  const { label = t('loading'), board, ratio, isWaiting = false, isFromHome, header } = props;
  const layout = useTableLayout();
  const bar = <Skeleton className={styles.bar} />;
  return (
    <div className={table.page} data-layout={layout}>
      {header ?? <BareBar isFromHome={isFromHome} />}
      <main className={table.main} style={{ '--board-ratio': ratio } as CSSProperties} aria-busy="true">
        <p role="status" className="visually-hidden">
          {label}
        </p>
        {arrange(layout, isWaiting ? 'waiting' : 'running', {
          board: board ?? <EmptyBoard className={styles.board} />,
          opponent: bar,
          own: bar,
          middle: <Skeleton className={styles.list} />,
        })}
      </main>
    </div>
  );
}
