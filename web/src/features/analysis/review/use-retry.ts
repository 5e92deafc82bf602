import type { Game, Side } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { decidedRate } from '../../../shared/engine/evaluation.ts';
import { type Exercise, type ExerciseEvent, taskOf } from '../../../shared/engine/exercise.ts';
import { ExerciseGame } from '../../../shared/engine/exercise-game.ts';
import { onStudy } from '../study/analysis.ts';
import type { AnalysisGame } from '../study/analysis-game.ts';
import { at, nodeOf, pathOfGame, plyOnGame } from '../study/study.ts';
import { type EngineWorkspace, useWork } from '../use-engine.ts';
import { type RetryTask, retriedFaults, retryTask, reviewIn } from './review.ts';

/** Retry of the user's own mistakes. */
export type Retry = Exercise<RetryTask>;

/** The retry of mistakes and the user's side. */
export interface RetryWorkspace {
  /** The retry on its own board: tries do not change the record. */
  readonly game: ExerciseGame<RetryTask>;
  /** The side that the user played; null if unknown. */
  readonly own: Side | null;
  /** `choosing`: the user is choosing a side. `left`: the user left the retry by its button. */
  readonly stage: 'choosing' | 'left' | null;
  readonly setStage: (stage: RetryWorkspace['stage']) => void;
}

/** The parts of the analysis page that the retry uses. */
interface Around {
  readonly game: AnalysisGame;
  readonly engine: EngineWorkspace;
  readonly retry: RetryWorkspace;
}

/** Returns the running retry; null while none runs. */
export function useRetry({ retry }: Pick<Around, 'retry'>): Retry | null {
  return useStore(retry.game.store, ({ exercise }) => exercise);
}

/** Returns whether a retry runs or the user is choosing a side for it. */
export function useIsRetrying({ retry }: Pick<Around, 'retry'>): boolean {
  return useStore(retry.game.store, ({ exercise }) => exercise !== null) || retry.stage === 'choosing';
}

/** @param own side that the user played; null if unknown */
export function useRetryWorkspace(
  game: AnalysisGame,
  engine: EngineWorkspace,
  own: Side | null,
): RetryWorkspace {
  const [retrying] = useState(() => new ExerciseGame<RetryTask>(engine.analyst));
  const [stage, setStage] = useState<RetryWorkspace['stage']>(null);
  const retry = { game: retrying, own, stage, setStage };
  useLeaving({ game, engine, retry });
  useBranchEvaluation({ game, engine, retry });
  return retry;
}

/** Returns the path to the position before the current mistake. */
function pathOf(retry: Retry): string {
  return pathOfGame(taskOf(retry).game);
}

/** Ends the retry when the user opens another part of the analysis or starts an online game. */
function useLeaving({ game, engine: { isLocked }, retry: { game: retrying, setStage } }: Around): void {
  useEffect(() => {
    const leave = (): void => {
      setStage(null);
      if (retrying.store.getState().exercise) retrying.close();
    };
    if (isLocked) leave();
    return game.store.subscribe(({ analysis: { mode, notation } }) => {
      const retry = retrying.store.getState().exercise;
      if (mode !== 'review' || (retry && notation.path !== pathOf(retry))) leave();
    });
  }, [game, isLocked, retrying, setStage]);
}

/** Evaluates positions of branches like those of the review. */
function useBranchEvaluation({ game, engine, retry: { game: retrying } }: Around): void {
  const { analyst, isLocked } = engine;
  const isRetrying = useStore(retrying.store, ({ exercise }) => exercise !== null);
  const reviewed = useWork(engine, ({ review }) => review?.game ?? null);
  // Subscribes directly: a render at every step would redraw the whole page.
  useEffect(() => {
    if (isRetrying) return;
    const whole = reviewed && pathOfGame(reviewed);
    let asked: Game | null | undefined;
    const ask = (): void => {
      const now = isLocked ? null : branchOf(game, whole);
      if (now === asked) return;
      asked = now;
      analyst.send({ kind: 'single', game: now });
    };
    ask();
    return game.store.subscribe(ask);
  }, [game, analyst, reviewed, isLocked, isRetrying]);
}

/** Returns the shown position beside the reviewed game if it is not over; null otherwise. */
function branchOf({ store }: AnalysisGame, whole: string | null): Game | null {
  const { mode, notation } = store.getState().analysis;
  const isBeside = mode === 'review' && whole !== null && plyOnGame(whole, notation.path) === null;
  const shown = isBeside ? nodeOf(notation).game : null;
  return shown && decidedRate(shown) === null ? shown : null;
}

/** Shows the position of the try in the record, too. */
function follow({ game, retry }: Around): void {
  const { exercise } = retry.game.store.getState();
  if (exercise) game.act(onStudy((study) => at(study, pathOf(exercise))));
}

/** Starts with the mistakes of a side, or of both. */
export function beginRetry(workspace: Around, side: Side | null): void {
  const work = workspace.engine.analyst.store.getState();
  const review = reviewIn(work);
  if (!work.review || !review) return;
  const { game } = work.review;
  const tasks = retriedFaults(review, side).map((fault) => retryTask(game, fault));
  if (tasks.length === 0) return;
  workspace.retry.setStage(null);
  workspace.retry.game.begin(tasks);
  follow(workspace);
}

export function sendRetry(workspace: Around, event: ExerciseEvent): void {
  workspace.retry.game.send(event);
  follow(workspace);
}

/** Leaves the retry by its button, which takes the focus again. */
export function leaveRetry({ retry }: Pick<Around, 'retry'>): void {
  retry.setStage('left');
  retry.game.close();
}
