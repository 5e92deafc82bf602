import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import styles from './Nothing.module.css';
import { t } from './texts.ts';

interface NothingProps {
  query: { error: unknown; fetchStatus: string; refetch: () => unknown };
  what: 'table' | 'pairs';
}

/** In place of rows that have not come. */
export function Nothing({ query: { error, fetchStatus, refetch }, what }: NothingProps) {
  const offline = fetchStatus === 'paused';
  if (!error && !offline)
    return (
      <div role="status" aria-label={t(`${what}.loading`)} className={styles.waiting}>
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  return (
    <div className={styles.failed} role="status">
      <Icon name={offline ? 'wifi-slash' : 'warning'} />
      <p>{offline ? t('table.offline') : t(`${what}.failed`)}</p>
      <Button small icon="arrows-clockwise" onClick={() => void refetch()}>
        {t('table.retry')}
      </Button>
    </div>
  );
}
