import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Marks.tsx';
import { resultText } from '../messages.ts';
import { useAnalysis } from '../use-analysis.ts';
import type { Desk } from '../use-desk.ts';
import type { Playback } from '../use-playback.ts';
import { MoveStrip } from './MoveStrip.tsx';
import { RetryCard } from './RetryCard.tsx';
import styles from './Review.module.css';
import { ReviewStart } from './ReviewStart.tsx';
import { ReviewSteps } from './ReviewSteps.tsx';
import { Moments, SummaryLine } from './Summary.tsx';
import { useRetryState } from './use-retry.ts';
import { useReviewView } from './use-review-view.ts';
import { Verdict } from './Verdict.tsx';
import { WinRateGraph } from './WinRateGraph.tsx';

/** The win rate over the board of a narrow screen; its place is there from the beginning. */
export function ReviewGraph({ desk }: { desk: Desk }) {
  const view = useReviewView(desk);
  return (
    <Card className={styles.over}>
      {view && <WinRateGraph review={view.review} ply={view.ply} onShow={view.show} className={styles.low} />}
    </Card>
  );
}

/** The review under or beside the board of a narrow screen. */
export function ReviewPane({
  desk,
  playback,
  hasGraph,
}: {
  desk: Desk;
  playback: Playback;
  hasGraph: boolean;
}) {
  const view = useReviewView(desk);
  const result = useAnalysis(desk.game, (analysis) => resultText(analysis.notation));
  const isRetrying = useRetryState(desk, ({ retry, isChoosing }) => retry !== null || isChoosing);
  if (!view) return null;
  const { review } = view;
  return (
    <div className={styles.pane}>
      <div className={styles.scroll}>
        {hasGraph && <ReviewGraph desk={desk} />}
        {isRetrying ? (
          <Card className={styles.row}>
            <RetryCard desk={desk} view={view} isBare />
          </Card>
        ) : review.summary ? (
          <Card className={styles.row}>
            <Verdict desk={desk} view={view} isRow />
          </Card>
        ) : (
          <Card className={styles.row}>
            <ReviewStart desk={desk} />
          </Card>
        )}
        {!isRetrying && <MoveStrip desk={desk} view={view} />}
        {review.summary && (
          <Card className={styles.row}>
            <SummaryLine summary={review.summary} />
          </Card>
        )}
        {!isRetrying && (
          <div className={styles.facts}>
            {result && <Chip tone="gold">{result}</Chip>}
            <Moments view={view} />
          </div>
        )}
      </div>
      <ReviewSteps {...{ desk, view, playback }} />
    </div>
  );
}
