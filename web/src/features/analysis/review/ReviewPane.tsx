import { plyCount } from '@doushouqi/rules';
import { t as boardText } from '../../../board/texts.ts';
import { plysToEvaluate } from '../../../shared/engine/evaluation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Marks.tsx';
import { resultText } from '../messages.ts';
import { useAnalysis } from '../study/analysis-game.ts';
import { useWork } from '../use-engine.ts';
import type { Playback } from '../use-playback.ts';
import type { Workspace } from '../use-workspace.ts';
import { MoveStrip } from './MoveStrip.tsx';
import { RetryButton, RetryCard } from './RetryCard.tsx';
import panes from './Review.module.css';
import styles from './ReviewStart.module.css';
import { ReviewSteps } from './ReviewSteps.tsx';
import { Moments, Summary, SummaryLine } from './Summary.tsx';
import { t } from './texts.ts';
import { useIsRetrying } from './use-retry.ts';
import { useReviewView } from './use-review-view.ts';
import { Verdict } from './Verdict.tsx';
import { WinRateGraph } from './WinRateGraph.tsx';

/** The win rate above the board of a narrow screen; its space is reserved from the start. */
export function ReviewGraph({ workspace }: { workspace: Workspace }) {
  const view = useReviewView(workspace);
  return (
    <Card className={panes.over}>
      {view && <WinRateGraph review={view.review} ply={view.ply} onShow={view.show} className={panes.low} />}
    </Card>
  );
}

/** The review under or beside the board of a narrow screen. */
export function ReviewPane({
  workspace,
  playback,
  hasGraph,
}: {
  workspace: Workspace;
  playback: Playback;
  hasGraph: boolean;
}) {
  const view = useReviewView(workspace);
  const result = useAnalysis(workspace.game, (analysis) => resultText(analysis.notation));
  const isRetrying = useIsRetrying(workspace);
  if (!view) return null;
  const { review } = view;
  return (
    <div className={panes.pane}>
      <div className={panes.scroll}>
        {hasGraph && <ReviewGraph workspace={workspace} />}
        {isRetrying ? (
          <Card className={panes.row}>
            <RetryCard workspace={workspace} view={view} isBare />
          </Card>
        ) : review.summary ? (
          <Card className={panes.row}>
            <Verdict workspace={workspace} view={view} isRow />
          </Card>
        ) : (
          <Card className={panes.row}>
            <ReviewStart workspace={workspace} />
          </Card>
        )}
        {!isRetrying && <MoveStrip workspace={workspace} view={view} />}
        {review.summary && (
          <Card className={panes.row}>
            <SummaryLine summary={review.summary} />
          </Card>
        )}
        {!isRetrying && (
          <div className={panes.details}>
            {result && <Chip tone="gold">{result}</Chip>}
            <Moments view={view} />
          </div>
        )}
      </div>
      <ReviewSteps {...{ workspace, view, playback }} />
    </div>
  );
}

/** The review beside the board: both sides, the win rate over the game, the shown move. */
export function ReviewColumn({ workspace }: { workspace: Workspace }) {
  const view = useReviewView(workspace);
  const isRetrying = useIsRetrying(workspace);
  if (!view) return null;
  const { review, ply, show } = view;
  const isBegun = review.rates.some((rate) => rate !== null);
  return (
    <>
      <Card framed className={panes.card}>
        {isRetrying ? (
          <RetryCard workspace={workspace} view={view} />
        ) : review.summary ? (
          <Summary workspace={workspace} summary={review.summary} />
        ) : (
          <ReviewStart workspace={workspace} />
        )}
      </Card>
      {isBegun && (
        <Card className={panes.card}>
          <h2 className={panes.head}>
            {t('graph.title')}
            <span className={panes.legend}>
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
        <Card className={`${panes.card} ${panes.now}`}>
          <Verdict workspace={workspace} view={view} />
        </Card>
      )}
      {!isRetrying && <RetryButton workspace={workspace} view={view} />}
    </>
  );
}

/** Control of an unfinished review: starts it, shows its progress, cancels it. */
function ReviewStart({ workspace: { engine } }: { workspace: Workspace }) {
  const review = useWork(engine, (work) => work.review);
  const failure = useWork(engine, (work) => work.failure);
  if (!review) return null;
  if (plyCount(review.game) === 0) return <p className={styles.lead}>{t('start.empty')}</p>;
  if (engine.isLocked) return <p className={styles.lead}>{t('start.locked')}</p>;
  const all = plysToEvaluate(review.game).length;
  const done = all - review.left.length;
  const resume = (): void => engine.analyst.send({ kind: 'resume' });
  if (review.isRunning) {
    return (
      <div className={styles.start}>
        <p className={styles.lead}>{t('start.running', { done, all })}</p>
        <progress className={styles.progress} aria-label={t('start.label')} value={done} max={all} />
        <Button onClick={() => engine.analyst.send({ kind: 'pause' })}>{t('start.cancel')}</Button>
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
