import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './Letters.module.css';
import { t } from './texts.ts';

/** Replaces letters that could not be loaded. */
export function Away({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <EmptyState
      animal="elephant"
      title={t('failed')}
      text={t('failedText')}
      action={
        <Button icon="arrows-clockwise" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}

/** Holds the place of letters that load. */
export function Loading() {
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton className={styles.block} />
    </div>
  );
}
