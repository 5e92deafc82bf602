import type { Side } from '@doushouqi/rules';
import { useEffect, useRef } from 'react';
import { t as boardText } from '../../../board/texts.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import type { Desk } from '../use-desk.ts';
import { useWork } from '../use-engine.ts';
import styles from './Retry.module.css';
import { RETRY_RESULTS, type Retry, retriedFaults } from './retry.ts';
import { retryText } from './retry-text.ts';
import { t } from './texts.ts';
import { beginRetry, tellRetry, useRetryState } from './use-retry.ts';
import type { ReviewView } from './use-review-view.ts';

/** What is asked or was found. The heading takes the focus and says it, as it is there before anybody listens to it. */
const TOLD = 'retry-told';

interface RetryCardProps {
  desk: Desk;
  view: ReviewView;
  /** The buttons stand elsewhere: on a phone in the thumb's row. */
  isBare?: boolean;
}

/** Own mistakes once more: what is asked, what came of it, how far it is. */
export function RetryCard({ desk, view, isBare = false }: RetryCardProps) {
  const retry = useRetryState(desk, (state) => state.retry);
  const head = useRef<HTMLHeadingElement>(null);
  const isBegun = retry !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed is gone, twice
  useEffect(() => head.current?.focus({ preventScroll: true }), [isBegun]);
  return (
    <section className={styles.card} aria-labelledby="retry-title">
      <div className={styles.head}>
        <h2 ref={head} id="retry-title" aria-describedby={TOLD} tabIndex={-1}>
          {t('retry.title')}
        </h2>
        {retry && <Progress retry={retry} />}
        <IconButton icon="x" label={t('retry.leave')} onClick={() => desk.retry.game.close(true)} />
      </div>
      {retry ? <Told desk={desk} retry={retry} /> : <Choice desk={desk} view={view} />}
      {retry && !isBare && (
        <div className={styles.actions}>
          <RetryActions desk={desk} retry={retry} />
        </div>
      )}
    </section>
  );
}

/** One dot for each mistake, in the colour of what came of it. */
function Progress({ retry: { faults, index, results, step } }: { retry: Retry }) {
  const isDone = step.kind === 'done';
  return (
    <p className={styles.progress}>
      <span aria-hidden="true" className={styles.dots}>
        {faults.map(({ ply }, place) => (
          <i key={ply} data-result={results[place]} data-now={(!isDone && place === index) || undefined} />
        ))}
      </span>
      {t('retry.progress', { number: index + 1, all: faults.length })}
    </p>
  );
}

function Told({ desk, retry }: { desk: Desk; retry: Retry }) {
  const failure = useWork(desk.engine, (work) => work.failure);
  const isFailed = failure !== null && retry.step.kind === 'judging';
  const again = (): void => {
    if (retry.step.kind === 'judging') desk.engine.analyst.tell({ kind: 'aside', game: retry.step.after });
  };
  return (
    <div className={styles.told} data-step={retry.step.kind}>
      <p id={TOLD} aria-live="polite">
        {isFailed ? t('start.failed') : retryText(retry)}
      </p>
      {isFailed && <Button onClick={again}>{t('start.retry')}</Button>}
      {retry.step.kind === 'done' && <Results retry={retry} />}
    </div>
  );
}

function Results({ retry: { results } }: { retry: Retry }) {
  return (
    <dl className={styles.results}>
      {RETRY_RESULTS.map((result) => (
        <div key={result} data-result={result}>
          <dt>{t(`retry.result.${result}`)}</dt>
          <dd>{results.filter((one) => one === result).length}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Two buttons that keep their places, so that the focus stays where it is. */
export function RetryActions({ desk, retry: { step, index, faults } }: { desk: Desk; retry: Retry }) {
  const isOver = step.kind === 'right' || step.kind === 'answer';
  const first = step.kind === 'done' ? 'again' : isOver ? 'next' : 'answer';
  const isLast = index + 1 === faults.length;
  const leave = (): void => desk.retry.game.close(true);
  return (
    <>
      <Button tone={first === 'next' ? 'primary' : 'jade'} onClick={() => tellRetry(desk, { kind: first })}>
        {t(`retry.${first === 'next' && isLast ? 'finish' : first}`)}
      </Button>
      <Button onClick={first === 'answer' ? () => tellRetry(desk, { kind: 'skip' }) : leave}>
        {t(`retry.${first === 'answer' ? 'skip' : 'leave'}`)}
      </Button>
    </>
  );
}

const CHOICES: readonly (Side | null)[] = ['red', 'blue', null];

/** Whose mistakes, where nobody knows which side was one's own. */
function Choice({ desk, view: { review } }: { desk: Desk; view: ReviewView }) {
  return (
    <div className={styles.told}>
      <p id={TOLD}>{t('retry.choose')}</p>
      <div className={styles.choice}>
        {CHOICES.map((side) => (
          <Button key={side} data-side={side ?? 'both'} onClick={() => beginRetry(desk, side)}>
            {side === null ? t('retry.both') : boardText(`sideName.${side}`)}
            <span className={styles.count}>{retriedFaults(review, side).length}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
