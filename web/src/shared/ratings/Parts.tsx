import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './Parts.module.css';
import { t } from './texts.ts';

/** What a part needs to know of its question; a result of `useQuery` is one. */
interface Asked<T> {
  data: T | undefined;
  error: unknown;
  fetchStatus: string;
  refetch: () => unknown;
}

interface QueryResultProps<T> {
  asked: Asked<T>;
  /** Of what is there. */
  children: (data: T) => ReactNode;
  /** Class of the block that keeps the place meanwhile. */
  skeleton?: string | undefined;
}

/** A part of a page: on its way, not to be had, or there; what is there stays while it cannot be renewed. */
export function QueryResult<T>({ asked, children, skeleton }: QueryResultProps<T>) {
  const { data, error, fetchStatus, refetch } = asked;
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

/** What is shown may be old. */
function Note({ offline }: { offline: boolean }) {
  return (
    <p role="status" className={styles.note}>
      <Icon name={offline ? 'wifi-slash' : 'warning'} />
      {t('note')}
    </p>
  );
}

/** The same for the one thing that a page is about. */
export function QueryPage<T>({ asked, children, skeleton }: QueryResultProps<T>) {
  const { data, error, fetchStatus, refetch } = asked;
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
    <QueryResult asked={asked} skeleton={skeleton}>
      {children}
    </QueryResult>
  );
}

interface WinBarProps {
  wins: number;
  draws: number;
  losses: number;
}

/** Wins, draws and losses as parts of a bar; the numbers stand beside it. */
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
