import { Icon } from './Icon.tsx';
import styles from './Pager.module.css';
import { pageItems } from './pages.ts';
import { t } from './texts.ts';

interface PagerProps {
  /** Number of the current page, from 1. */
  page: number;
  total: number;
  onPage: (page: number) => void;
  /** Subject of the list, for screen readers. */
  label: string;
}

/** Navigation between the pages of a list; hidden when there is one page. */
export function Pager({ page, total, onPage, label }: PagerProps) {
  if (total <= 1) return null;
  const arrow = (to: number, icon: 'caret-left' | 'caret-right', name: string) => (
    <button
      type="button"
      className={styles.arrow}
      aria-label={name}
      disabled={to < 1 || to > total}
      onClick={() => onPage(to)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <nav className={styles.pager} aria-label={label}>
      {arrow(page - 1, 'caret-left', t('previousPage'))}
      {pageItems(page, total).map((item, index) =>
        item === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the gap has no other name
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            className={styles.page}
            aria-label={t('page', { page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      {arrow(page + 1, 'caret-right', t('nextPage'))}
    </nav>
  );
}
