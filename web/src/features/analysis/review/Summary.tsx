import { SIDES, type Side } from '@doushouqi/rules';
import { Fragment } from 'react';
import { t as boardText } from '../../../board/texts.ts';
import { shownStudy } from '../study/analysis.ts';
import { useAnalysis } from '../study/analysis-game.ts';
import type { Workspace } from '../use-workspace.ts';
import { Glyph } from './Glyph.tsx';
import { MARKS } from './marks.ts';
import type { ReviewSummary } from './review.ts';
import { reviewedName, roundName } from './review-text.ts';
import styles from './Summary.module.css';
import { t } from './texts.ts';
import type { ReviewView } from './use-review-view.ts';

function percentOf(accuracy: number | null): string {
  return accuracy === null ? '–' : String(Math.round(accuracy));
}

/** Accuracy of both sides and the number of moves of each mark. */
export function Summary({ workspace, summary: { sides } }: { workspace: Workspace; summary: ReviewSummary }) {
  const headers = useAnalysis(workspace.game, (analysis) => shownStudy(analysis).headers);
  const { own } = workspace.retry;
  const nameOf = (side: Side): string => {
    const name = side === 'red' ? headers.Red : headers.Blue;
    if (name !== undefined) return name;
    return own === null ? boardText(`sideName.${side}`) : t(own === side ? 'you' : 'opponent');
  };
  return (
    <div>
      <p className={styles.names}>
        {SIDES.map((side) => (
          <span key={side} className={styles.name} data-side={side}>
            <i aria-hidden="true">{boardText(`side.${side}`)}</i>
            <b title={nameOf(side)}>{nameOf(side)}</b>
          </span>
        ))}
      </p>
      <div className={styles.table}>
        <b className={styles.accuracy} data-side="red">
          {percentOf(sides.red.accuracy)}
          <small>%</small>
        </b>
        <span>{t('accuracy')}</span>
        <b className={styles.accuracy} data-side="blue">
          {percentOf(sides.blue.accuracy)}
          <small>%</small>
        </b>
        {MARKS.map((mark) => (
          <Fragment key={mark}>
            <span>{sides.red.marks[mark]}</span>
            <span className={styles.mark}>
              <Glyph mark={mark} />
              <span aria-hidden="true">{t(`mark.${mark}`)}</span>
            </span>
            <span>{sides.blue.marks[mark]}</span>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The summary in one line for phones: only the notable marks and their counts. */
export function SummaryLine({ summary: { sides } }: { summary: ReviewSummary }) {
  const line = (side: Side) => (
    <span className={styles.side} data-side={side}>
      <i aria-hidden="true">{boardText(`side.${side}`)}</i>
      <b>{t('percent', { value: percentOf(sides[side].accuracy) })}</b>
      {MARKS.filter((mark) => mark === 'brilliant' || mark === 'mistake' || mark === 'blunder')
        .filter((mark) => sides[side].marks[mark] > 0)
        .map((mark) => (
          <span key={mark} className={styles.few}>
            <Glyph mark={mark} />
            {sides[side].marks[mark]}
          </span>
        ))}
    </span>
  );
  return (
    <div className={styles.row}>
      {line('red')}
      <span className={styles.word}>{t('accuracy')}</span>
      {line('blue')}
    </div>
  );
}

/** The moves that decided the game. */
export function Moments({ view }: { view: ReviewView }) {
  const { review, ply, show } = view;
  if (!review.summary) return null;
  const moves = review.summary.moments.flatMap((at) => review.moves[at - 1] ?? []);
  if (moves.length === 0) return <p className={styles.none}>{t('noMoments')}</p>;
  return (
    <section className={styles.moments} aria-label={t('moments')}>
      <h2>{t('moments')}</h2>
      {moves.map((move) => (
        <button
          key={move.ply}
          type="button"
          className={styles.moment}
          aria-current={move.ply === ply || undefined}
          onClick={() => show(move.ply)}
        >
          {move.mark && <Glyph mark={move.mark} />}
          <span>
            {roundName(move)} {reviewedName(move)}
          </span>
        </button>
      ))}
    </section>
  );
}
