import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSoon } from '../play/use-soon.ts';
import styles from './Cards.module.css';

/** The place of the engine; until it is there the switch stays off and says so. */
export function AiCard() {
  const { t } = useTranslation();
  const answer = useSoon();
  const name = t('analysis.ai.title');
  return (
    <Card framed className={styles.card}>
      <h2 className="visually-hidden">{name}</h2>
      <div className={styles.ai}>
        <Switch on={false} onChange={() => void answer('engine', name)}>
          <span className={styles.aiName}>
            <Icon name="sparkle" />
            {name}
          </span>
        </Switch>
      </div>
      <p className={styles.lead}>
        <Chip>{t('analysis.ai.soon')}</Chip>
        {t('analysis.ai.lead')}
      </p>
    </Card>
  );
}
