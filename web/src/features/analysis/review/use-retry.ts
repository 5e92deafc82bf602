import { type Game, newGame, type Point, SIDES, type Side } from '@doushouqi/rules';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../../game/controller.ts';
import { refusalOf } from '../../../game/refusal.ts';
import type { EngineWork } from '../engine/work.ts';
import { onStudy } from '../study/analysis.ts';
import type { AnalysisGame } from '../study/analysis-game.ts';
import { at, nodeOf } from '../study/study.ts';
import { type EngineWorkspace, useWork } from '../use-engine.ts';
import { decidedRate, pathOfGame, plyOnGame } from './evaluation.ts';
import {
  faultOf,
  isOpen,
  newRetry,
  type RetriedMove,
  type Retry,
  type RetryEvent,
  retried,
  retriedFaults,
  retryPosition,
} from './retry.ts';

/** The retry of mistakes and the user's side. */
export interface RetryWorkspace {
  readonly game: RetryGame;
  /** The side that the user played; null if unknown. */
  readonly own: Side | null;
}

/** The parts of the analysis page that the retry uses. */
interface Around {
  readonly game: AnalysisGame;
  readonly engine: EngineWorkspace;
  readonly retry: RetryWorkspace;
}

/** Returns the selected part of the retry's state; renders when it changes. */
export function useRetryState<T>({ retry }: Pick<Around, 'retry'>, select: (state: RetryState) => T): T {
  return useStore(retry.game.store, select);
}

/** @param own side that the user played; null if unknown */
export function useRetryWorkspace(
  game: AnalysisGame,
  engine: EngineWorkspace,
  own: Side | null,
): RetryWorkspace {
  const [retrying] = useState(() => new RetryGame());
  useLeaving(game, engine, retrying);
  useAside(game, engine, retrying);
  return useMemo(() => ({ game: retrying, own }), [retrying, own]);
}

/** Returns the path to the position before the current fault. */
function pathOf(retry: Retry): string {
  return pathOfGame(retry.game).slice(0, 4 * (faultOf(retry).ply - 1));
}

/** Ends the retry when the user opens another part of the analysis or starts an online game. */
function useLeaving(game: AnalysisGame, { isLocked }: EngineWorkspace, retrying: RetryGame): void {
  useEffect(
    () =>
      game.store.subscribe(({ analysis: { mode, notation } }) => {
        const { retry, isChoosing } = retrying.store.getState();
        const isAway = mode !== 'review' || (retry !== null && notation.path !== pathOf(retry));
        if ((retry || isChoosing) && isAway) retrying.close(false);
      }),
    [game, retrying],
  );
  useEffect(() => {
    if (isLocked) retrying.close(false);
  }, [isLocked, retrying]);
}

/** Evaluates tried moves and positions of branches like those of the review. */
function useAside(game: AnalysisGame, engine: EngineWorkspace, retrying: RetryGame): void {
  const { analyst, isLocked } = engine;
  const retry = useStore(retrying.store, (state) => state.retry);
  const isRetrying = retry !== null;
  const judged = retry?.step.kind === 'judging' ? retry.step.after : null;
  const reviewed = useWork(engine, ({ review }) => review?.game ?? null);
  // Subscribes directly: a render at every step would redraw the whole page.
  useEffect(() => {
    const whole = reviewed && pathOfGame(reviewed);
    let asked: Game | null | undefined;
    const ask = (): void => {
      const now = isLocked ? null : isRetrying ? judged : branchOf(game, whole);
      if (now === asked) return;
      asked = now;
      analyst.send({ kind: 'aside', game: now });
    };
    ask();
    return game.store.subscribe(ask);
  }, [game, analyst, reviewed, isLocked, isRetrying, judged]);
  useEffect(() => {
    if (!judged) return;
    const hear = ({ aside }: EngineWork): void => {
      if (aside?.evaluation && aside.game === judged)
        retrying.send({ kind: 'judged', evaluation: aside.evaluation });
    };
    hear(analyst.store.getState());
    return analyst.store.subscribe(hear);
  }, [analyst, judged, retrying]);
}

/** Returns the shown position beside the reviewed game if it is not over; null otherwise. */
function branchOf({ store }: AnalysisGame, whole: string | null): Game | null {
  const { mode, notation } = store.getState().analysis;
  const isBeside = mode === 'review' && whole !== null && plyOnGame(whole, notation.path) === null;
  const shown = isBeside ? nodeOf(notation).game : null;
  return shown && decidedRate(shown) === null ? shown : null;
}

/** Shows the position of the try in the record, too. */
function followed({ game }: Around, retry: Retry | null): void {
  if (retry) game.act(onStudy((study) => at(study, pathOf(retry))));
}

/** Starts with the mistakes of a side, or of both. */
export function beginRetry(workspace: Around, side: Side | null): void {
  const { review } = workspace.engine.analyst.store.getState();
  if (!review) return;
  workspace.retry.game.begin(review.game, retriedFaults(review.result, side));
  followed(workspace, workspace.retry.game.store.getState().retry);
}

export function announceRetry(workspace: Around, event: RetryEvent): void {
  workspace.retry.game.send(event);
  followed(workspace, workspace.retry.game.store.getState().retry);
}

interface RetryState extends GameState {
  /** Null while no retry runs. */
  readonly retry: Retry | null;
  /** Whether the user is choosing a side. */
  readonly isChoosing: boolean;
  /** Whether the user left the retry by its button. */
  readonly isBack: boolean;
}

const SEATS = { gameId: 'retry', status: 'playing', own: null, clock: null, premove: null } as const;

const CLOSED: RetryState = {
  ...SEATS,
  version: 0,
  game: newGame(),
  movers: [],
  retry: null,
  isChoosing: false,
  isBack: false,
};

/** The retry on its own board: tries do not change the record. */
class RetryGame implements GameController {
  readonly store: StoreApi<RetryState> = createStore(() => CLOSED);
  readonly #notices = new Listeners<GameNotice>();

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  choose(): void {
    this.store.setState({ ...CLOSED, isChoosing: true });
  }

  begin(game: Game, faults: readonly RetriedMove[]): void {
    this.#show(newRetry(game, faults));
  }

  move(from: Point, to: Point): void {
    const { retry } = this.store.getState();
    if (!retry || !isOpen(retry)) return;
    const refusal = refusalOf(retryPosition(retry), from, to);
    if (refusal) this.#notices.notify(refusal);
    else this.send({ kind: 'tried', move: { from, to } });
  }

  send(event: RetryEvent): void {
    const { retry } = this.store.getState();
    if (retry) this.#show(retried(retry, event));
  }

  close(isBack: boolean): void {
    this.store.setState({ ...CLOSED, isBack });
  }

  #show(retry: Retry | null): void {
    const { retry: before, version, game } = this.store.getState();
    if (!retry || retry === before) return;
    const movers = isOpen(retry) ? SIDES : [];
    const next = retryPosition(retry);
    // The position is computed at each render; a new object redraws the board.
    const shown = next.history === game.history ? game : next;
    this.store.setState({ ...CLOSED, version: version + 1, game: shown, movers, retry });
  }
}
