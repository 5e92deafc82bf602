import { t as boardText } from '../../../board/texts.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Desk } from '../use-desk.ts';
import { RetryButton } from './RetryButton.tsx';
import { RetryCard } from './RetryCard.tsx';
import styles from './Review.module.css';
import { ReviewStart } from './ReviewStart.tsx';
import { Moments, Summary } from './Summary.tsx';
import { t } from './texts.ts';
import { useRetryState } from './use-retry.ts';
import { useReviewView } from './use-review-view.ts';
import { Verdict } from './Verdict.tsx';
import { WinRateGraph } from './WinRateGraph.tsx';

/** The review beside the board: both sides, the win rate over the game, the shown move. */
export function ReviewColumn({ desk }: { desk: Desk }) {
  const view = useReviewView(desk);
  const isRetrying = useRetryState(desk, ({ retry, isChoosing }) => retry !== null || isChoosing);
  if (!view) return null;
  const { review, ply, show } = view;
  const isBegun = review.rates.some((rate) => rate !== null);
  return (
    <>
      <Card framed className={styles.card}>
        {isRetrying ? (
          <RetryCard desk={desk} view={view} />
        ) : review.summary ? (
          <Summary desk={desk} summary={review.summary} />
        ) : (
          <ReviewStart desk={desk} />
        )}
      </Card>
      {isBegun && (
        <Card className={styles.card}>
          <h2 className={styles.head}>
            {t('graph.title')}
            <span className={styles.legend}>
              <i data-side="red" />
              {boardText('sideName.red')}
              <i data-side="blue" />
              {boardText('sideName.blue')}
            </span>
          </h2>
          <WinRateGraph review={review} ply={ply} onShow={show} />
          {!isRetrying && <Moments view={view} />}
        </Card>
      )}
      {isBegun && !isRetrying && (
        <Card className={`${styles.card} ${styles.now}`}>
          <Verdict desk={desk} view={view} />
        </Card>
      )}
      {!isRetrying && <RetryButton desk={desk} view={view} />}
    </>
  );
}
