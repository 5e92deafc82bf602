import type { LogEntry } from '@doushouqi/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useConsoleQuery } from '../../client/address.ts';
import { serverNow } from '../../client/time.ts';
import { Button } from '../../ui/Button.tsx';
import { api } from '../core/api.ts';
import { useIsOpen } from '../core/session.ts';
import { t as common } from '../core/texts.ts';
import { whenText } from '../core/time-text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import styles from './Log.module.css';
import { t } from './texts.ts';

/** Entries of one page of the log. */
const PAGE = 100;
/** Shown characters of a hash, enough to compare by eye. */
const HASH = 10;

function usePagedLog(userId: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['log', userId ?? null],
    enabled: useIsOpen(),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before }) =>
      api.listLog({
        query: { ...(before !== undefined && { before }), ...(userId !== undefined && { userId }) },
      }),
    getNextPageParam: (last: LogEntry[]) => (last.length < PAGE ? undefined : last.at(-1)?.n),
  });
}

/** The log of what operators did, newest first. */
export function LogPage() {
  const search = useConsoleQuery();
  const userId = search.get('person') ?? undefined;
  const query = usePagedLog(userId);
  return (
    <Page title={common('pages.log')} lead={userId === undefined ? t('note') : <OnePerson />}>
      <Panel fills>
        <Loaded query={query}>
          {({ pages }) => {
            const entries = pages.flat();
            if (entries.length === 0) return <Notice text={t('none')} />;
            return (
              <>
                <Entries entries={entries} />
                {query.hasNextPage && (
                  <div className={styles.more}>
                    <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {t('more')}
                    </Button>
                  </div>
                )}
              </>
            );
          }}
        </Loaded>
      </Panel>
    </Page>
  );
}

function OnePerson() {
  return (
    <>
      {t('one')}
      <Link to="/log">{t('all')}</Link>
    </>
  );
}

const COLUMNS = ['n', 'at', 'by', 'what', 'person', 'reason', 'hash'] as const;

function Entries({ entries }: { entries: readonly LogEntry[] }) {
  const now = serverNow();
  return (
    <Table
      head={COLUMNS.map((name) => t(`column.${name}`))}
      rows={entries.map(({ n, at, by, what, person, reason, hash }) => ({
        key: String(n),
        cells: [
          n,
          whenText(at, now),
          by,
          what,
          person && (
            <Link key="person" to={`/people/${person.id}`}>
              {person.nickname}
            </Link>
          ),
          reason,
          <span key="hash" className={styles.hash} title={hash}>
            {hash.slice(0, HASH)}
          </span>,
        ],
      }))}
    />
  );
}
