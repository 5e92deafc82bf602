import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Animal } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { clearSearch, type Filter, isSearched, setView, turnTo, useHistoryView } from './history-store.ts';
import type { RecordList, useRecords } from './queries.ts';
import { RecordCard } from './RecordCard.tsx';
import styles from './Records.module.css';
import { pageWithin } from './record-details.ts';
import { t } from './texts.ts';

interface RecordsProps {
  userId: string;
  records: ReturnType<typeof useRecords>;
}

/** One page of games, or the reason why there are none. */
export function Records({ userId, records }: RecordsProps) {
  const { data, error, dataUpdatedAt, fetchStatus, isPlaceholderData, refetch } = records;
  const { filter } = useHistoryView();
  const offline = fetchStatus === 'paused';
  // Data of another filter does not apply.
  if (data?.filter !== filter) {
    if (!offline && !error) return <RecordsSkeleton />;
    return (
      <Card>
        <EmptyState
          animal="elephant"
          title={t('failed.title')}
          text={t(offline ? 'failed.offline' : 'failed.text')}
          action={
            <Button icon="arrows-clockwise" onClick={() => void refetch()}>
              {t('failed.retry')}
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <>
      {(error || offline) && (
        <p role="status" className={styles.note}>
          <Icon name={offline ? 'wifi-slash' : 'warning'} />
          {t('note')}
        </p>
      )}
      <Page userId={userId} list={data} now={dataUpdatedAt} waiting={isPlaceholderData} />
    </>
  );
}

interface PageProps {
  userId: string;
  list: RecordList;
  /** Epoch ms. */
  now: number;
  /** Whether another page is loading. */
  waiting: boolean;
}

function Page({ userId, list: { records, totalPages }, now, waiting }: PageProps) {
  const { page } = useHistoryView();
  const top = useRef<HTMLUListElement>(null);
  const last = pageWithin(page, totalPages);
  useEffect(() => {
    if (!waiting && last !== page) turnTo(last);
  }, [waiting, last, page]);
  if (records.length === 0) return last === page ? <NoRecords /> : <RecordsSkeleton />;
  const onPage = (next: number): void => {
    turnTo(next);
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  };
  return (
    <>
      <ul ref={top} tabIndex={-1} aria-label={t('list')} aria-busy={waiting} className={styles.list}>
        {records.map((record) => (
          <li key={record._id}>
            <RecordCard {...{ record, userId, now }} onDeleted={() => top.current?.focus()} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Pager page={page} total={totalPages} onPage={onPage} label={t('pages')} />
      </div>
    </>
  );
}

const GHOSTS = ['first', 'second', 'third'];

function RecordsSkeleton() {
  return (
    <div role="status" aria-label={t('loading')} className={styles.list}>
      {GHOSTS.map((name) => (
        <Skeleton key={name} className={styles.skeleton} />
      ))}
    </div>
  );
}

const FACES: Record<Filter, Animal> = {
  all: 'cat',
  ranked: 'tiger',
  tournament: 'lion',
  favorites: 'leopard',
  local: 'rat',
};
/** Pages where games of each kind are played. */
const WAYS = { all: '/play', ranked: '/play', tournament: '/tournament', local: '/play/local' } as const;

/** Explains the empty list and links to a page that starts a game. */
function NoRecords() {
  const view = useHistoryView();
  const { filter } = view;
  if (isSearched(view)) {
    const action = <Button onClick={clearSearch}>{t('search.clear')}</Button>;
    return (
      <Card>
        <EmptyState animal="dog" title={t('search.none')} text={t('search.noneText')} action={action} />
      </Card>
    );
  }
  const action = t(`empty.${filter}.action`);
  return (
    <Card>
      <EmptyState
        animal={FACES[filter]}
        title={t(`empty.${filter}.title`)}
        text={t(`empty.${filter}.text`)}
        action={
          filter === 'favorites' ? (
            <Button onClick={() => setView({ filter: 'all' })}>{action}</Button>
          ) : (
            <>
              <ButtonLink to={WAYS[filter]} tone="primary">
                {action}
              </ButtonLink>
              {filter === 'all' && (
                <ButtonLink to="/learn" tone="quiet">
                  {t('empty.learn')}
                </ButtonLink>
              )}
            </>
          )
        }
      />
    </Card>
  );
}
