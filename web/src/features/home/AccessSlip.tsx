import { useStore } from 'zustand';
import { ACCESS_PATH, accessNews, markShown } from '../../client/access.ts';
import { t } from '../../shared/account/access-texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Slip } from './Slip.tsx';

/** Shows changes of the account by other sessions, until the user has looked at them or closed it. */
export default function AccessSlip() {
  const changes = useStore(accessNews, (state) => state.changes);
  const [newest] = changes;
  if (!newest) return null;
  const text =
    changes.length === 1
      ? t('news', { what: t(`changed.${newest.what}`) })
      : t('newsMany', { count: changes.length });
  return (
    <Slip icon="warning" text={text} hideLabel={t('known')} onHide={() => markShown(changes)}>
      <ButtonLink small to={ACCESS_PATH}>
        {t('look')}
      </ButtonLink>
    </Slip>
  );
}
