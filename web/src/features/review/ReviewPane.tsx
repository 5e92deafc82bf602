import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { resultText } from '../analysis/texts.ts';
import { useAnalysis } from '../analysis/use-analysis.ts';
import type { Desk } from '../analysis/use-desk.ts';
import type { Playback } from '../analysis/use-playback.ts';
import { MoveStrip } from './MoveStrip.tsx';
import styles from './Review.module.css';
import { ReviewStart } from './ReviewStart.tsx';
import { ReviewSteps } from './ReviewSteps.tsx';
import { Moments, SummaryLine } from './Summary.tsx';
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
  const { t } = useTranslation();
  const view = useReviewView(desk);
  const result = useAnalysis(desk.game, (analysis) => resultText(t, analysis.notation));
  if (!view) return null;
  const { review } = view;
  return (
    <div className={styles.pane}>
      <div className={styles.scroll}>
        {hasGraph && <ReviewGraph desk={desk} />}
        {review.summary ? (
          <Card className={styles.row}>
            <Verdict desk={desk} view={view} isRow />
          </Card>
        ) : (
          <Card className={styles.row}>
            <ReviewStart desk={desk} />
          </Card>
        )}
        <MoveStrip desk={desk} view={view} />
        {review.summary && (
          <Card className={styles.row}>
            <SummaryLine summary={review.summary} />
          </Card>
        )}
        <div className={styles.facts}>
          {result && <Chip tone="gold">{result}</Chip>}
          <Moments view={view} />
        </div>
      </div>
      <ReviewSteps view={view} playback={playback} />
    </div>
  );
}
