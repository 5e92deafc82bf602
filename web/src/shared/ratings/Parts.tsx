import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './Parts.module.css';
import { t } from './texts.ts';

/** The part of a result of `useQuery` that is shown. */
interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  fetchStatus: string;
  refetch: () => unknown;
}

interface QueryResultProps<T> {
  query: QueryState<T>;
  /** Renders the data. */
  children: (data: T) => ReactNode;
  /** Class of the placeholder. */
  skeleton?: string | undefined;
}

/** The state of a query: loading, failed or data. Old data stays visible when a new request fails. */
export function QueryResult<T>({ query, children, skeleton }: QueryResultProps<T>) {
  const { data, error, fetchStatus, refetch } = query;
  const offline = fetchStatus === 'paused';
  if (data === undefined) {
    if (!offline && !error)
      return (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className={skeleton ?? styles.skeleton} />
        </div>
      );
    return (
      <div role="status" className={styles.failed}>
        <Icon name={offline ? 'wifi-slash' : 'warning'} />
        <span>{t(offline ? 'failed.offline' : 'failed.text')}</span>
        <Button small icon="arrows-clockwise" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {(error || offline) && <Note offline={offline} />}
      {children(data)}
    </>
  );
}

/** Notes that the data may be outdated. */
function Note({ offline }: { offline: boolean }) {
  return (
    <p role="status" className={styles.note}>
      <Icon name={offline ? 'wifi-slash' : 'warning'} />
      {t('note')}
    </p>
  );
}

/** The state of the query for the main content of a page. */
export function QueryPage<T>({ query, children, skeleton }: QueryResultProps<T>) {
  const { data, error, fetchStatus, refetch } = query;
  const offline = fetchStatus === 'paused';
  if (data === undefined && (error || offline))
    return (
      <EmptyState
        animal="elephant"
        title={t('failed.title')}
        text={t(offline ? 'failed.offline' : 'failed.text')}
        action={
          <Button icon="arrows-clockwise" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  return (
    <QueryResult query={query} skeleton={skeleton}>
      {children}
    </QueryResult>
  );
}

interface WinBarProps {
  wins: number;
  draws: number;
  losses: number;
}

/** Wins, draws and losses as sections of a bar; the numbers stand beside it. */
export function WinBar({ wins, draws, losses }: WinBarProps) {
  const parts = [
    ['win', wins],
    ['draw', draws],
    ['loss', losses],
  ] as const;
  return (
    <span className={styles.winBar} aria-hidden="true">
      {parts.map(([name, count]) => count > 0 && <i key={name} data-part={name} style={{ flex: count }} />)}
    </span>
  );
}
