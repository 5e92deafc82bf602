import { plyCount } from '@doushouqi/rules';
import { Button } from '../../../ui/Button.tsx';
import type { Desk } from '../use-desk.ts';
import { useWork } from '../use-engine.ts';
import styles from './ReviewStart.module.css';
import { plysToEvaluate } from './review.ts';
import { t } from './texts.ts';

/** The way to a review that is not there yet: begins it, shows how far it is, cancels it. */
export function ReviewStart({ desk: { engine } }: { desk: Desk }) {
  const review = useWork(engine, (work) => work.review);
  const failure = useWork(engine, (work) => work.failure);
  if (!review) return null;
  if (plyCount(review.game) === 0) return <p className={styles.lead}>{t('start.empty')}</p>;
  if (engine.isLocked) return <p className={styles.lead}>{t('start.locked')}</p>;
  const all = plysToEvaluate(review.game).length;
  const done = all - review.left.length;
  const resume = (): void => engine.analyst.tell({ kind: 'resume' });
  if (review.isRunning) {
    return (
      <div className={styles.start}>
        <p className={styles.lead}>{t('start.running', { done, all })}</p>
        <progress className={styles.progress} aria-label={t('start.label')} value={done} max={all} />
        <Button onClick={() => engine.analyst.tell({ kind: 'pause' })}>{t('start.cancel')}</Button>
      </div>
    );
  }
  const lead = failure
    ? t(failure === 'LOAD_TIMEOUT' ? 'start.timeout' : 'start.failed')
    : done > 0
      ? t('start.paused', { done, all })
      : t('start.lead');
  return (
    <div className={styles.start}>
      <p className={styles.lead} role={failure ? 'alert' : undefined}>
        {lead}
      </p>
      <Button tone="primary" icon="sparkle" onClick={resume}>
        {t(failure ? 'start.retry' : done > 0 ? 'start.resume' : 'start.go')}
      </Button>
    </div>
  );
}
