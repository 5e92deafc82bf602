import { Placeholder } from './Placeholder.tsx';
import { t } from './texts.ts';

export default function EndgamePage() {
  return (
    <Placeholder
      title={t('endgamePage.title')}
      lead={t('endgamePage.lead')}
      coming={[t('endgamePage.first'), t('endgamePage.second'), t('endgamePage.third')]}
    />
  );
}
