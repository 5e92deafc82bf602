import type { Move, TreePath } from '@doushouqi/rules';
import { useMemo } from 'react';
import type { Evaluation } from '../../../shared/engine/evaluation.ts';
import { onStudy, shownStudy } from '../study/analysis.ts';
import { useAnalysis } from '../study/analysis-game.ts';
import { at, pathOfGame, plyOnGame, withLine } from '../study/study.ts';
import { useWork } from '../use-engine.ts';
import type { Workspace } from '../use-workspace.ts';
import { type Review, type ReviewedMove, reviewIn } from './review.ts';

/** A review and the user's position in it. */
export interface ReviewView {
  readonly review: Review;
  /** Path through the whole reviewed game. */
  readonly whole: TreePath;
  /** Ply of the shown position; null beside the game. */
  readonly ply: number | null;
  /** The move before the shown position, if it is reviewed. */
  readonly shown: ReviewedMove | null;
  /** The engine's evaluation of the shown position. */
  readonly evaluation: Evaluation | null;
  readonly show: (ply: number) => void;
  /** Plays a line as a branch, from the position after `ply` plies. */
  readonly tryLine: (ply: number, line: readonly Move[]) => void;
}

/**
 * Returns the reviewed move before the shown position, and the engine's evaluation of that position. Changes only
 * with these, not with the evaluation of other positions.
 */
export function useShownReview({
  game: controller,
  engine,
}: Workspace): Pick<ReviewView, 'shown' | 'evaluation'> {
  const path = useAnalysis(controller, (analysis) => shownStudy(analysis).path);
  const game = useWork(engine, ({ review }) => review?.game ?? null);
  const ply = useMemo(() => (game ? plyOnGame(pathOfGame(game), path) : null), [game, path]);
  const isKnown = useWork(engine, (work) => ply !== null && Boolean(work.review?.evaluations[ply]));
  const isShown = useWork(engine, (work) => Boolean(ply && reviewIn(work)?.moves[ply - 1]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of a position stays as it is
  return useMemo(() => {
    const work = engine.analyst.store.getState();
    const shown = ply ? reviewIn(work)?.moves[ply - 1] : null;
    return {
      shown: shown ?? null,
      evaluation: ply === null ? null : (work.review?.evaluations[ply] ?? null),
    };
  }, [engine.analyst, game, ply, isKnown, isShown]);
}

const DIGITS = 4;

export function useReviewView({ game: controller, engine }: Workspace): ReviewView | null {
  const work = useWork(engine, ({ review }) => review);
  const review = useWork(engine, reviewIn);
  const path = useAnalysis(controller, (analysis) => shownStudy(analysis).path);
  const game = work?.game;
  const whole = useMemo(() => (game ? pathOfGame(game) : ''), [game]);
  const goes = useMemo(
    () => ({
      show: (to: number) => void controller.act(onStudy((study) => at(study, whole.slice(0, to * DIGITS)))),
      tryLine: (from: number, line: readonly Move[]) =>
        void controller.act(onStudy((study) => withLine(study, whole.slice(0, from * DIGITS), line))),
    }),
    [whole, controller],
  );
  return useMemo(() => {
    if (!work || !review) return null;
    const ply = plyOnGame(whole, path);
    return {
      review,
      whole,
      ply,
      shown: ply ? (review.moves[ply - 1] ?? null) : null,
      evaluation: ply === null ? null : (work.evaluations[ply] ?? null),
      ...goes,
    };
  }, [work, review, whole, path, goes]);
}
