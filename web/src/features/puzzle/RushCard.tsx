import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import { useSolver } from './queries.ts';
import styles from './RushCard.module.css';
import { t } from './texts.ts';

/** The way to the rush, with the user's best. */
export function RushCard() {
  const best = useSolver().data?.rushBest ?? 0;
  return (
    <Card className={styles.card}>
      <PuzzleIcon name="lightning" className={styles.icon} />
      <div>
        <h2>{t('rush.title')}</h2>
        <p>{best > 0 ? t('rush.best', { count: best }) : t('rush.noBest')}</p>
      </div>
      <ButtonLink small to="/puzzle/rush">
        {t('rush.open')}
      </ButtonLink>
    </Card>
  );
}
