import { useTranslation } from 'react-i18next';
import { Placeholder } from './Placeholder.tsx';

export default function EndgamePage() {
  const { t } = useTranslation();
  return (
    <Placeholder
      title={t('play.endgamePage.title')}
      lead={t('play.endgamePage.lead')}
      coming={[t('play.endgamePage.first'), t('play.endgamePage.second'), t('play.endgamePage.third')]}
    />
  );
}
