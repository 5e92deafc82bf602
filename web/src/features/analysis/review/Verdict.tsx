import { winRate } from '@doushouqi/engine';
import { type Game, gameAfter } from '@doushouqi/rules';
import { t as boardText } from '../../../board/texts.ts';
import { redRateOf } from '../../../shared/engine/evaluation.ts';
import { Button } from '../../../ui/Button.tsx';
import { onStudy } from '../study/analysis.ts';
import { backToMain } from '../study/study.ts';
import { useWork } from '../use-engine.ts';
import type { Workspace } from '../use-workspace.ts';
import { Glyph } from './Glyph.tsx';
import { isFault } from './marks.ts';
import type { ReviewedMove } from './review.ts';
import { moveName, reasonText, reviewedName } from './review-text.ts';
import { t } from './texts.ts';
import type { ReviewView } from './use-review-view.ts';
import styles from './Verdict.module.css';

interface VerdictProps {
  workspace: Workspace;
  view: ReviewView;
  /** Whether the verdict is one row, for phones. */
  isRow?: boolean;
}

/** The verdict on the shown move, and the better move. */
export function Verdict({ workspace, view, isRow = false }: VerdictProps) {
  const whole = useWork(workspace.engine, ({ review }) => review?.game ?? null);
  const { shown, ply } = view;
  if (ply === null) return <Beside workspace={workspace} />;
  if (!shown || !whole) {
    return <p className={styles.hint}>{t(`verdict.${ply === 0 ? 'start' : 'pending'}`)}</p>;
  }
  const { side } = shown.move;
  const rates = {
    side: boardText(`sideName.${side}`),
    before: Math.round(redRateOf(side, shown.before)),
    after: Math.round(redRateOf(side, shown.after)),
  };
  const best = shown.isBest ? null : shown.lines[0];
  const before = gameAfter(whole, shown.ply - 1);
  const move = reviewedName(shown);
  const title = shown.mark ? t('verdict.title', { mark: t(`mark.${shown.mark}`), move }) : move;
  return (
    <section className={styles.verdict} aria-label={t('verdict.label')} aria-live="polite">
      {shown.mark && <Glyph key={shown.ply} mark={shown.mark} size="large" className={styles.glyph} />}
      <div className={styles.words}>
        <h2>{title}</h2>
        {isRow ? (
          <p className={styles.rates}>
            {t('verdict.short', rates)}
            {best && (
              <span>
                {t('verdict.better')} <b>{moveName(before, best.move)}</b>
              </span>
            )}
          </p>
        ) : (
          <p className={styles.rates}>{t('verdict.rate', rates)}</p>
        )}
      </div>
      {isRow && best && (
        <Button onClick={() => view.tryLine(shown.ply - 1, best.pv)}>{t('verdict.try')}</Button>
      )}
      {!isRow && <Details {...{ view, shown, whole, before }} />}
    </section>
  );
}

interface DetailsProps {
  view: ReviewView;
  shown: ReviewedMove;
  whole: Game;
  before: Game;
}

/** The reason and the alternative moves; each can be played as a branch. */
function Details({ view, shown, whole, before }: DetailsProps) {
  const reason = reasonText(whole, shown, view.evaluation);
  const praise = shown.isBest ? 'best' : isFault(shown.mark) ? null : 'same';
  return (
    <div className={styles.details}>
      {(reason ?? praise) && <p>{reason ?? t(`verdict.${praise ?? 'same'}`)}</p>}
      {!shown.isBest &&
        shown.lines.map((line, index) => {
          const move = moveName(before, line.move);
          // The rate of the side to move, as above: the best move has the highest.
          const rate = winRate(line.score);
          return (
            <button
              key={`${line.move.from.x}${line.move.from.y}${line.move.to.x}${line.move.to.y}`}
              type="button"
              title={t('verdict.try')}
              aria-label={t('verdict.tryLine', { move })}
              className={styles.line}
              data-best={index === 0}
              onClick={() => view.tryLine(shown.ply - 1, line.pv)}
            >
              <span className={styles.order}>{index === 0 ? '一' : '二'}</span>
              <b>{move}</b>
              <span className={styles.rate}>{t('percent', { value: Math.round(rate) })}</span>
            </button>
          );
        })}
    </div>
  );
}

/** Notes that a branch is shown and links back to the game. */
function Beside({ workspace }: { workspace: Workspace }) {
  return (
    <div className={styles.beside}>
      <p className={styles.hint}>{t('verdict.branch')}</p>
      <Button icon="arrow-counter-clockwise" onClick={() => workspace.game.act(onStudy(backToMain))}>
        {t('verdict.toMain')}
      </Button>
    </div>
  );
}
