import { useTranslation } from 'react-i18next';
import { Placeholder } from './Placeholder.tsx';

export default function RankedPage() {
  const { t } = useTranslation();
  return (
    <Placeholder
      title={t('play.rankedPage.title')}
      lead={t('play.rankedPage.lead')}
      coming={[t('play.rankedPage.first'), t('play.rankedPage.second'), t('play.rankedPage.third')]}
      back="/play"
      backLabel={t('play.placeholder.toMenu')}
    />
  );
}
