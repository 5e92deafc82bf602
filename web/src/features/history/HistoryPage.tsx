import { OPPONENT_SEARCH_LENGTH } from '@doushouqi/protocol';
import { useState } from 'react';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ExportDialog } from './HistoryDialogs.tsx';
import styles from './HistoryPage.module.css';
import { clearSearch, FILTERS, isSearched, RESULTS, setView, useHistoryView } from './history-store.ts';
import { type RecordList, useRecords } from './queries.ts';
import { Records } from './Records.tsx';
import { t } from './texts.ts';

/** The user's games: filters, search, cards, pages. */
export default function HistoryPage() {
  const userId = useSession((state) => state.user?._id);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')}>
        <ButtonLink small icon="target" to="/puzzle/mistakes">
          {t('mistakes')}
        </ButtonLink>
      </PageHeader>
      {userId && <History userId={userId} />}
    </>
  );
}

function History({ userId }: { userId: string }) {
  const view = useHistoryView();
  const records = useRecords(view);
  const totals = records.data?.totals;
  return (
    <main className={styles.main}>
      <Tabs
        value={view.filter}
        onChange={(filter) => setView({ filter })}
        aside={totals?.games !== 0 && <Totals totals={totals} />}
        tabs={FILTERS.map((name) => ({
          name,
          label: t(`filters.${name}`),
          content: (
            <div className={styles.content}>
              {totals?.games !== 0 && <HistorySearch />}
              <Records userId={userId} records={records} />
            </div>
          ),
        }))}
      />
    </main>
  );
}

/** Games of two people on one device and unfinished games are neither won nor lost. */
function hasResults({ wins, losses, draws }: RecordList['totals']): boolean {
  return wins + losses + draws > 0;
}

/** The totals and the export of all games; empty until they are loaded. */
function Totals({ totals }: { totals: RecordList['totals'] | undefined }) {
  const [exporting, setExporting] = useState(false);
  return (
    <div className={styles.totals}>
      {totals && (
        <>
          <p>{t(hasResults(totals) ? 'totals' : 'allTotals', { ...totals })}</p>
          <Button small icon="download-simple" onClick={() => setExporting(true)}>
            <span className={styles.everything}>{t('export.everything')}</span>
          </Button>
          <ExportDialog total={totals.games} open={exporting} onClose={() => setExporting(false)} />
        </>
      )}
    </div>
  );
}

/** Filters the games by opponent and result. */
function HistorySearch() {
  const view = useHistoryView();
  return (
    <search className={styles.search} aria-label={t('search.label')}>
      <SearchField
        value={view.opponent}
        maxLength={OPPONENT_SEARCH_LENGTH}
        label={t('search.opponent')}
        placeholder={t('search.opponent')}
        onChange={(opponent) => setView({ opponent })}
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
            onClick={() => setView({ result: view.result === result ? null : result })}
          >
            {t(`search.results.${result}`)}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
