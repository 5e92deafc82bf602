import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../app/PageHeader.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** In the place of the computer while the person plays a rated game, in whichever window. */
export function RatedLock() {
  const { t } = useTranslation();
  return (
    <>
      <title>{`${t('ai.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/play" backLabel={t('ai.back')} title={t('ai.title')} />
      <main>
        <EmptyState animal="cat" title={t('ai.locked.title')} text={t('ai.locked.text')} />
      </main>
    </>
  );
}
