import { t } from '../../client/texts.ts';
import { BackLink } from '../../ui/Button.tsx';
import styles from './Table.module.css';
import head from './TableHeader.module.css';
import { TableSkeleton } from './TableSkeleton.tsx';
import { useTableLayout } from './use-table-layout.ts';

/** The bar over a table before all else that belongs in it: the way back to the play menu. */
export function BareBar() {
  return (
    <header className={useTableLayout() === 'landscape' ? head.rail : head.bar}>
      <BackLink to="/play" label={t('toPlay')} />
    </header>
  );
}

/**
 * A table that loads; `label` names what is loading. The build also writes it into
 * the document, in the layout of a phone (`scripts/lib/first-paint.ts`), so that the board is visible before any script
 * has loaded.
 */
export function TableFallback({ label = t('loading') }: { label?: string }) {
  return (
    <div className={styles.page} data-layout={useTableLayout()}>
      <BareBar />
      <TableSkeleton label={label} />
    </div>
  );
}
