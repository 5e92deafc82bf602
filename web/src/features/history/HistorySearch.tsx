import { OPPONENT_SEARCH_LENGTH } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './HistorySearch.module.css';
import { clearSearch, isSearched, lookAt, RESULTS, useHistoryView } from './history-store.ts';

/** Narrows the games down to an opponent and a result. */
export function HistorySearch() {
  const { t } = useTranslation();
  const view = useHistoryView();
  return (
    <search className={styles.search} aria-label={t('history.search.label')}>
      <div className={styles.field}>
        <Icon name="magnifying-glass" />
        <input
          value={view.opponent}
          maxLength={OPPONENT_SEARCH_LENGTH}
          aria-label={t('history.search.opponent')}
          placeholder={t('history.search.opponent')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => lookAt({ opponent: event.target.value })}
        />
        {isSearched(view) && <IconButton icon="x" label={t('history.search.clear')} onClick={clearSearch} />}
      </div>
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
