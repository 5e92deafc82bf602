import type { FoundUser } from '@doushouqi/protocol';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { useSession } from '../../../client/session.ts';
import { AddFriend } from '../../../shared/people/AddFriend.tsx';
import { failureText } from '../../../shared/people/failure.ts';
import { LoadFailed } from '../../../shared/people/LoadFailed.tsx';
import { t } from '../../../shared/people/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Chip } from '../../../ui/Marks.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useTyped } from '../../../ui/use-timers.ts';
import styles from './FriendsPanel.module.css';
import { PersonRow, RowsSkeleton } from './Lists.tsx';

/** Maximum length of a keyword on the server. */
const KEYWORD_LENGTH = 20;

/** Searches for users shortly after the last keystroke. */
export function useSearch() {
  const [text, setText] = useState('');
  const keyword = text.trim();
  const typed = useTyped(keyword);
  const query = useQuery({
    queryKey: ['social', 'search', typed],
    queryFn: () => api.searchUsers({ query: { keyword: typed } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  // Without a network the search waits.
  const searching = keyword !== typed || isFetching || isPlaceholderData || !(data || error);
  return { text, setText, keyword, query, searching };
}

type Search = ReturnType<typeof useSearch>;

export function PeopleSearch({ search }: { search: Search }) {
  return (
    <search className={styles.search}>
      <SearchField
        value={search.text}
        maxLength={KEYWORD_LENGTH}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        onChange={search.setText}
        clearLabel={search.text !== '' && t('search.clear')}
        onClear={() => search.setText('')}
      />
    </search>
  );
}

export function SearchResults({ search }: { search: Search }) {
  const { query, searching, keyword } = search;
  const { data, error } = query;
  const failed = error !== null && !searching;
  const status = (): string => {
    if (searching) return t('search.searching');
    if (failed) return failureText(error, t('search.failed'));
    return data && data.length > 0
      ? t('search.found', { count: data.length })
      : t('search.none', { keyword });
  };
  return (
    <>
      <p className={failed || data?.length === 0 ? 'visually-hidden' : styles.label} role="status">
        {status()}
      </p>
      {failed ? (
        <LoadFailed title={t('search.failed')} text={status()} query={search.query} />
      ) : !data ? (
        <RowsSkeleton />
      ) : data.length > 0 ? (
        <ul className={styles.rows} aria-busy={searching}>
          {data.map((user) => (
            <Found key={user._id} user={user} />
          ))}
        </ul>
      ) : (
        <EmptyState animal="cat" title={status()} text={t('search.noneHint')} />
      )}
    </>
  );
}

function Found({ user }: { user: FoundUser }) {
  const self = useSession((state) => state.user?._id) === user._id;
  return (
    <PersonRow user={user} note={user.username}>
      {self ? <Chip>{t('add.self')}</Chip> : !user.isBot && <AddFriend user={user} />}
    </PersonRow>
  );
}
