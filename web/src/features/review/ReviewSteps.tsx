import { useTranslation } from 'react-i18next';
import { nextFault } from '../../game/review/review.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { Playback } from '../analysis/use-playback.ts';
import styles from './Review.module.css';
import type { ReviewView } from './use-review-view.ts';

/** Step by step, or from fault to fault: the thumb's row on a phone. */
export function ReviewSteps({ view, playback }: { view: ReviewView; playback: Playback }) {
  const { t } = useTranslation();
  return (
    <div className={styles.steps}>
      <IconButton
        icon="caret-left"
        label={t('analysis.transport.back')}
        disabled={view.ply === 0}
        onClick={() => playback.step('back')}
      />
      <IconButton
        icon="caret-right"
        label={t('analysis.transport.on')}
        disabled={view.ply === view.review.moves.length}
        onClick={() => playback.step('on')}
      />
      <FaultButton view={view} />
    </div>
  );
}

/** Shows the next fault of either side. */
export function FaultButton({ view: { review, ply, show } }: { view: ReviewView }) {
  const { t } = useTranslation();
  const fault = nextFault(review, ply ?? 0);
  return (
    <Button tone="jade" disabled={fault === null} onClick={() => fault !== null && show(fault)}>
      {t(review.summary && fault === null ? 'review.noFaults' : 'review.nextFault')}
    </Button>
  );
}
