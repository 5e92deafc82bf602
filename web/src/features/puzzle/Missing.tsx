import type { ReactNode } from 'react';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { type SchoolTab, SchoolTabs } from '../../shared/school/SchoolTabs.tsx';
import { t as schoolText } from '../../shared/school/texts.ts';
import { TableFallback } from '../../shared/table/TableFallback.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useNetwork } from '../../ui/use-browser.ts';
import styles from './Missing.module.css';
import { PuzzleHeader } from './PuzzleHeader.tsx';
import { t } from './texts.ts';

/** Tab and title of a page of the puzzles. */
export interface PageProps {
  tab: SchoolTab;
  title: string;
}

interface FrameProps extends PageProps {
  children: ReactNode;
}

/** A page of the puzzles without a board. */
export function PlainPage({ tab, title, children }: FrameProps) {
  const isPhone = useTableLayout() === 'phone';
  return (
    <>
      <title>{`${title} · ${schoolText('school')} · ${appText('name')}`}</title>
      <PageHeader
        title={isPhone ? title : schoolText('school')}
        tabs={!isPhone && <SchoolTabs current={tab} />}
      />
      <main className={styles.main}>
        {isPhone && <SchoolTabs current={tab} />}
        {children}
      </main>
    </>
  );
}

const NO_NUMBERS = { streak: null, rating: null, isProvisional: false };

/** A puzzle that loads. */
export function LoadingPuzzle({ tab, title }: PageProps) {
  return (
    <>
      <title>{`${title} · ${schoolText('school')} · ${appText('name')}`}</title>
      <TableFallback header={<PuzzleHeader {...{ tab, title, ...NO_NUMBERS }} onSheet={null} />} />
    </>
  );
}

interface FailedProps extends PageProps {
  onRetry: () => unknown;
}

/** No network, or no reply: what works without one. */
export function FailedPuzzle({ tab, title, onRetry }: FailedProps) {
  return (
    <PlainPage tab={tab} title={title}>
      <FailedNote onRetry={onRetry} />
    </PlainPage>
  );
}

/** The same inside a page. */
export function FailedNote({ onRetry }: { onRetry: () => unknown }) {
  const hasNetwork = useNetwork();
  return (
    <EmptyState
      animal="elephant"
      title={t(hasNetwork ? 'error.title' : 'error.offlineTitle')}
      text={t(hasNetwork ? 'error.text' : 'error.offline')}
      action={
        <div className={styles.ways}>
          <Button tone="primary" icon="arrows-clockwise" onClick={() => void onRetry()}>
            {t('error.retry')}
          </Button>
          <ButtonLink to="/learn" icon="graduation-cap">
            {t('error.learn')}
          </ButtonLink>
          <ButtonLink to="/endgame" icon="path">
            {t('empty.levels')}
          </ButtonLink>
        </div>
      }
    />
  );
}
