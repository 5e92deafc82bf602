import { winRate } from '@doushouqi/engine';
import { isSameMove, type Move, type Side } from '@doushouqi/rules';
import { useEffect, useRef } from 'react';
import { t as boardText } from '../../../board/texts.ts';
import { TASK_RESULTS, taskOf } from '../../../shared/engine/exercise.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { useWork } from '../use-engine.ts';
import type { Workspace } from '../use-workspace.ts';
import styles from './Retry.module.css';
import { retriedFaults } from './review.ts';
import { moveName, reviewedName } from './review-text.ts';
import { t } from './texts.ts';
import { beginRetry, leaveRetry, type Retry, sendRetry, useRetry } from './use-retry.ts';
import type { ReviewView } from './use-review-view.ts';

/**
 * Id of the question or result. The heading takes the focus and is described by it, as live regions miss initial
 * text.
 */
const PROMPT = 'retry-prompt';

interface RetryCardProps {
  workspace: Workspace;
  view: ReviewView;
  /** Whether the buttons are elsewhere: on a phone in the bottom row. */
  isBare?: boolean;
}

/** The retry of the user's own mistakes: question, result and progress. */
export function RetryCard({ workspace, view, isBare = false }: RetryCardProps) {
  const retry = useRetry(workspace);
  const head = useRef<HTMLHeadingElement>(null);
  const isBegun = retry !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed is gone, twice
  useEffect(() => head.current?.focus({ preventScroll: true }), [isBegun]);
  return (
    <section className={styles.card} aria-labelledby="retry-title">
      <div className={styles.head}>
        <h2 ref={head} id="retry-title" aria-describedby={PROMPT} tabIndex={-1}>
          {t('retry.title')}
        </h2>
        {retry && <Progress retry={retry} />}
        <IconButton icon="x" label={t('retry.leave')} onClick={() => leaveRetry(workspace)} />
      </div>
      {retry ? <Prompt workspace={workspace} retry={retry} /> : <Choice workspace={workspace} view={view} />}
      {retry && !isBare && (
        <div className={styles.actions}>
          <RetryActions workspace={workspace} retry={retry} />
        </div>
      )}
    </section>
  );
}

/** One dot for each mistake, in the color of its result. */
function Progress({ retry: { tasks, index, results, step } }: { retry: Retry }) {
  const isDone = step.kind === 'done';
  return (
    <p className={styles.progress}>
      <span aria-hidden="true" className={styles.dots}>
        {tasks.map(({ retried: { ply } }, place) => (
          <i key={ply} data-result={results[place]} data-now={(!isDone && place === index) || undefined} />
        ))}
      </span>
      {t('retry.progress', { number: index + 1, all: tasks.length })}
    </p>
  );
}

function Prompt({ workspace, retry }: { workspace: Workspace; retry: Retry }) {
  const failure = useWork(workspace.engine, (work) => work.failure);
  const isFailed = failure !== null && retry.step.kind === 'judging';
  return (
    <div className={styles.prompt} data-step={retry.step.kind}>
      <p id={PROMPT} aria-live="polite">
        {isFailed ? t('start.failed') : retryText(retry)}
      </p>
      {isFailed && <Button onClick={() => workspace.retry.game.judge()}>{t('start.retry')}</Button>}
      {retry.step.kind === 'done' && <Results retry={retry} />}
    </div>
  );
}

function Results({ retry: { results } }: { retry: Retry }) {
  return (
    <dl className={styles.results}>
      {TASK_RESULTS.map((result) => (
        <div key={result} data-result={result}>
          <dt>{t(`retry.result.${result}`)}</dt>
          <dd>{results.filter((one) => one === result).length}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Two buttons at fixed places, so that the focus stays. */
export function RetryActions({
  workspace,
  retry: { step, index, tasks },
}: {
  workspace: Workspace;
  retry: Retry;
}) {
  const isOver = step.kind === 'right' || step.kind === 'answer';
  const first = step.kind === 'done' ? 'again' : isOver ? 'next' : 'answer';
  const isLast = index + 1 === tasks.length;
  return (
    <>
      <Button
        tone={first === 'next' ? 'primary' : 'jade'}
        onClick={() => sendRetry(workspace, { kind: first })}
      >
        {t(`retry.${first === 'next' && isLast ? 'finish' : first}`)}
      </Button>
      <Button
        onClick={
          first === 'answer' ? () => sendRetry(workspace, { kind: 'skip' }) : () => leaveRetry(workspace)
        }
      >
        {t(`retry.${first === 'answer' ? 'skip' : 'leave'}`)}
      </Button>
    </>
  );
}

const CHOICES: readonly (Side | null)[] = ['red', 'blue', null];

/** Chooses the side whose mistakes are retried if the user's side is unknown. */
function Choice({ workspace, view: { review } }: { workspace: Workspace; view: ReviewView }) {
  return (
    <div className={styles.prompt}>
      <p id={PROMPT}>{t('retry.choose')}</p>
      <div className={styles.choice}>
        {CHOICES.map((side) => (
          <Button key={side} data-side={side ?? 'both'} onClick={() => beginRetry(workspace, side)}>
            {side === null ? t('retry.both') : boardText(`sideName.${side}`)}
            <span className={styles.count}>{retriedFaults(review, side).length}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Returns the text for the state of a try. */
function retryText(retry: Retry): string {
  const { step, tasks } = retry;
  const { game, lines, retried } = taskOf(retry);
  const name = (move: Move): string => moveName(game, move);
  const best = lines[0];
  const bestRate = best ? Math.round(winRate(best.score)) : 50;
  switch (step.kind) {
    case 'asking': {
      const side = boardText(`sideName.${retried.move.side}`);
      const mark = t(`mark.${retried.mark}`);
      return t('retry.ask', { side, ply: retried.ply, move: reviewedName(retried), mark });
    }
    case 'judging':
      return t('retry.judging', { move: name(step.move) });
    case 'wrong':
      if (isSameMove(step.move, retried.move)) return t('retry.same', { move: name(step.move) });
      return t('retry.wrong', { move: name(step.move), rate: Math.round(step.rate), best: bestRate });
    case 'right': {
      const isBest = best !== undefined && isSameMove(best.move, step.move);
      return t(`retry.${isBest ? 'best' : 'right'}`, { move: name(step.move) });
    }
    case 'answer':
      return t('retry.shown', { move: best ? name(best.move) : '', best: bestRate });
    case 'done':
      return t('retry.done', { all: tasks.length });
  }
}

/** The button that starts the retry, with the number of mistakes; disabled if there are none. */
export function RetryButton({ workspace, view: { review } }: { workspace: Workspace; view: ReviewView }) {
  const button = useRef<HTMLButtonElement>(null);
  const { own, stage, setStage } = workspace.retry;
  useEffect(() => {
    if (stage === 'left') button.current?.focus({ preventScroll: true });
  }, [stage]);
  if (!review.summary) return null;
  const faults = retriedFaults(review, own);
  const isMixed = new Set(faults.map(({ move }) => move.side)).size > 1;
  return (
    <Button
      ref={button}
      tone="primary"
      icon="target"
      className={styles.open}
      disabled={faults.length === 0}
      title={faults.length === 0 ? t('retry.none') : undefined}
      onClick={() => (isMixed ? setStage('choosing') : beginRetry(workspace, own))}
    >
      {t('retry.title')}
      <span className={styles.count}>{faults.length}</span>
    </Button>
  );
}
