import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirm } from '../../ui/confirm-store.ts';

/** What is not there yet. */
export type Soon = 'endgame';

/** What every entrance to something that is not there yet answers, to everybody: so it is, and what there is instead. */
export function useSoon(): (what: Soon, name: string) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (what, name) => {
    const leaves = await confirm({
      type: 'info',
      title: t('play.soon.title', { name }),
      message: t(`play.soon.lead.${what}`),
      confirmText: t('play.soon.toRoom'),
      cancelText: t('play.soon.ok'),
    });
    if (leaves) await navigate('/play/room');
  };
}
