import { OPPONENT_SEARCH_LENGTH } from '@doushouqi/protocol';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './HistorySearch.module.css';
import { clearSearch, isSearched, lookAt, RESULTS, useHistoryView } from './history-store.ts';
import { t } from './texts.ts';

/** Narrows the games down to an opponent and a result. */
export function HistorySearch() {
  const view = useHistoryView();
  return (
    <search className={styles.search} aria-label={t('search.label')}>
      <SearchField
        value={view.opponent}
        maxLength={OPPONENT_SEARCH_LENGTH}
        label={t('search.opponent')}
        placeholder={t('search.opponent')}
        onChange={(opponent) => lookAt({ opponent })}
        clearLabel={isSearched(view) && t('search.clear')}
        onClear={clearSearch}
        className={styles.field}
      />
      <fieldset className={styles.results} aria-label={t('search.result')}>
        {RESULTS.map((result) => (
          <button
            key={result}
            type="button"
            aria-pressed={view.result === result}
            onClick={() => lookAt({ result: view.result === result ? null : result })}
          >
            {t(`search.results.${result}`)}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
