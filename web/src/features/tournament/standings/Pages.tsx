import { STANDINGS_PAGE } from '@doushouqi/protocol';
import { Button } from '../../../ui/Button.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { t } from './texts.ts';
import type { Overview } from './use-overview.ts';

/** Leads from the overview to all rows, through their pages, and back. */
export function Pages({ isPart, total, page, showPage, showOwn }: Overview) {
  return (
    <>
      {isPart ? (
        <Button small tone="quiet" onClick={() => showPage(1)}>
          {t('all', { count: total })}
        </Button>
      ) : (
        <Pager page={page} total={Math.ceil(total / STANDINGS_PAGE)} onPage={showPage} label={t('pages')} />
      )}
      {showOwn && (
        <Button small tone="quiet" onClick={showOwn}>
          {t('own')}
        </Button>
      )}
    </>
  );
}
