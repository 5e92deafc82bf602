import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { t } from './texts.ts';

/** Shown in place of the computer while the user plays a rated game in any window. */
export function RatedLock() {
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={t('back')} title={t('title')} />
      <main>
        <EmptyState animal="cat" title={t('locked.title')} text={t('locked.text')} />
      </main>
    </>
  );
}
