import { ApiError } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { t } from '../core/texts.ts';
import styles from './Loaded.module.css';
import { Notice } from './Notice.tsx';

/** The part of a result of `useQuery` that is shown. */
interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  fetchStatus: string;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: QueryState<T>;
  children: (data: T) => ReactNode;
}

/** A refusal says why; everything else is a failure that may pass. */
function messageOf(error: unknown): string {
  const isSpoken = error instanceof ApiError && [400, 404].includes(error.status);
  return isSpoken ? error.message : t('query.failed');
}

/** The data of a query, or why there is none. Old data stays when a later request fails, and the page states so. */
export function Loaded<T>({ query: { data, error, fetchStatus, refetch }, children }: LoadedProps<T>) {
  const isOffline = fetchStatus === 'paused';
  const retry = (
    <Button small icon="arrows-clockwise" onClick={() => void refetch()}>
      {t('query.retry')}
    </Button>
  );
  if (data !== undefined)
    return (
      <>
        {error !== null && (
          <p role="status" className={styles.stale}>
            {t('query.stale')}
            {retry}
          </p>
        )}
        {children(data)}
      </>
    );
  if (isOffline) return <Notice icon="wifi-slash" text={t('query.offline')} />;
  if (error !== null)
    return (
      <Notice icon="warning" text={messageOf(error)}>
        {retry}
      </Notice>
    );
  return <Notice text={t('query.loading')} />;
}
