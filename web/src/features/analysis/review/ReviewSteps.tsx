import { Button, IconButton } from '../../../ui/Button.tsx';
import { t as analysisText } from '../texts.ts';
import type { Playback } from '../use-playback.ts';
import type { Workspace } from '../use-workspace.ts';
import { RetryActions, RetryButton } from './RetryCard.tsx';
import styles from './Review.module.css';
import { nextFault } from './review.ts';
import { t } from './texts.ts';
import { useRetry } from './use-retry.ts';
import type { ReviewView } from './use-review-view.ts';

interface ReviewStepsProps {
  workspace: Workspace;
  view: ReviewView;
  playback: Playback;
}

/** Steps by move or by fault: the bottom row on a phone. */
export function ReviewSteps({ workspace, view, playback }: ReviewStepsProps) {
  const retry = useRetry(workspace);
  if (workspace.retry.stage === 'choosing') return null;
  if (retry) {
    return (
      <div className={styles.actions}>
        <RetryActions workspace={workspace} retry={retry} />
      </div>
    );
  }
  return (
    <div className={styles.steps}>
      <IconButton
        icon="caret-left"
        label={analysisText('transport.back')}
        disabled={view.ply === 0}
        onClick={() => playback.step('back')}
      />
      <IconButton
        icon="caret-right"
        label={analysisText('transport.on')}
        disabled={view.ply === view.review.moves.length}
        onClick={() => playback.step('on')}
      />
      <FaultButton view={view} />
      <RetryButton workspace={workspace} view={view} />
    </div>
  );
}

/** Shows the next fault of either side. */
export function FaultButton({ view: { review, ply, show } }: { view: ReviewView }) {
  const fault = nextFault(review, ply ?? 0);
  return (
    <Button tone="jade" disabled={fault === null} onClick={() => fault !== null && show(fault)}>
      {t(review.summary && fault === null ? 'noFaults' : 'nextFault')}
    </Button>
  );
}
