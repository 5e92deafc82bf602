import { OPPONENT_SEARCH_LENGTH } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './HistorySearch.module.css';
import { clearSearch, isSearched, lookAt, RESULTS, useHistoryView } from './history-store.ts';

/** Narrows the games down to an opponent and a result. */
export function HistorySearch() {
  const { t } = useTranslation();
  const view = useHistoryView();
  return (
    <search className={styles.search} aria-label={t('history.search.label')}>
      <SearchField
        value={view.opponent}
        maxLength={OPPONENT_SEARCH_LENGTH}
        label={t('history.search.opponent')}
        placeholder={t('history.search.opponent')}
        onChange={(opponent) => lookAt({ opponent })}
        clearLabel={isSearched(view) && t('history.search.clear')}
        onClear={clearSearch}
        className={styles.field}
      />
      <fieldset className={styles.results} aria-label={t('history.search.result')}>
        {RESULTS.map((result) => (
          <button
            key={result}
            type="button"
            aria-pressed={view.result === result}
            onClick={() => lookAt({ result: view.result === result ? null : result })}
          >
            {t(`history.search.results.${result}`)}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
