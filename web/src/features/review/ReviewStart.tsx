import { plyCount } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import { plysToEvaluate } from '../../game/review/review.ts';
import { Button } from '../../ui/Button.tsx';
import type { Desk } from '../analysis/use-desk.ts';
import { useWork } from '../analysis/use-engine.ts';
import styles from './ReviewStart.module.css';

/** The way to a review that is not there yet: begins it, shows how far it is, cancels it. */
export function ReviewStart({ desk: { engine } }: { desk: Desk }) {
  const { t } = useTranslation();
  const review = useWork(engine, (work) => work.review);
  const failure = useWork(engine, (work) => work.failure);
  if (!review) return null;
  if (plyCount(review.game) === 0) return <p className={styles.lead}>{t('review.start.empty')}</p>;
  if (engine.isLocked) return <p className={styles.lead}>{t('review.start.locked')}</p>;
  const all = plysToEvaluate(review.game).length;
  const done = all - review.left.length;
  const resume = (): void => engine.analyst.tell({ kind: 'resume' });
  if (review.isRunning) {
    return (
      <div className={styles.start}>
        <p className={styles.lead}>{t('review.start.running', { done, all })}</p>
        <progress className={styles.progress} aria-label={t('review.start.label')} value={done} max={all} />
        <Button onClick={() => engine.analyst.tell({ kind: 'pause' })}>{t('review.start.cancel')}</Button>
      </div>
    );
  }
  const lead = failure
    ? t(failure === 'LOAD_TIMEOUT' ? 'review.start.timeout' : 'review.start.failed')
    : done > 0
      ? t('review.start.paused', { done, all })
      : t('review.start.lead');
  return (
    <div className={styles.start}>
      <p className={styles.lead} role={failure ? 'alert' : undefined}>
        {lead}
      </p>
      <Button tone="primary" icon="sparkle" onClick={resume}>
        {t(failure ? 'review.start.retry' : done > 0 ? 'review.start.resume' : 'review.start.go')}
      </Button>
    </div>
  );
}
