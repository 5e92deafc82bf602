import { plyCount } from '@doushouqi/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { storage } from '../../app/storage.ts';
import { callService } from '../../engine/local-service.ts';
import { useInOnlineGame } from '../../engine/online-lock.ts';
import { pageEngine } from '../../engine/page-engine.ts';
import { shownStudy } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { Analyst } from '../../game/analysis/engine/analyst.ts';
import { ChosenEngine } from '../../game/analysis/engine/chosen.ts';
import { inPage } from '../../game/analysis/engine/in-page.ts';
import { localService } from '../../game/analysis/engine/local-service.ts';
import type { EngineWork } from '../../game/analysis/engine/work.ts';
import { nodeOf } from '../../game/analysis/study.ts';
import { keptEvaluations, keyOf, withKept } from '../../game/review/kept.ts';
import { reviewedGame } from '../../game/review/reviewed.ts';
import { useAnalysis } from './use-analysis.ts';
import { useServiceWatch } from './use-engine-choice.ts';

/** Where reviewed games are kept on this device. */
const KEY = 'reviews';

/** The engine of an analysis page: what it does, and the switch. */
export interface EngineDesk {
  readonly analyst: Analyst;
  /** What looks at the shown position; reviews are the page's own. */
  readonly chosenEngine: ChosenEngine;
  /** The position that is shown is analysed. */
  readonly isOn: boolean;
  /** The person is in the middle of a game online: nothing may help then. */
  readonly isLocked: boolean;
  readonly setOn: (on: boolean) => void;
}

/**
 * @param hasAnalysis whether positions can be analysed on this screen
 * @param isReview the game is reviewed at once
 */
export function useEngine(game: AnalysisGame, hasAnalysis: boolean, isReview: boolean): EngineDesk {
  const [{ analyst, chosenEngine }] = useState(() => {
    const page = inPage(pageEngine);
    const chosen = new ChosenEngine({ page, service: localService(callService) }, storage);
    return { analyst: new Analyst(chosen, page), chosenEngine: chosen };
  });
  const [isWanted, setOn] = useState(false);
  const isLocked = useInOnlineGame();
  const isOn = isWanted && hasAnalysis && !isLocked;
  useLook(game, { analyst, chosenEngine }, isOn);
  useServiceWatch(chosenEngine, isOn);
  useReviewed(game, analyst, { isOn, isLocked });
  useEffect(() => {
    if (isLocked) analyst.tell({ kind: 'pause' });
    // A page that is loaded again may show another mode than the one it was opened in.
    else if (isReview && game.store.getState().analysis.mode === 'review') analyst.tell({ kind: 'resume' });
  }, [analyst, game, isReview, isLocked]);
  useEffect(() => () => analyst.close(), [analyst]);
  return useMemo(
    () => ({ analyst, chosenEngine, isOn, isLocked, setOn }),
    [analyst, chosenEngine, isOn, isLocked],
  );
}

/** What a component needs of the engine's work. */
export function useWork<T>({ analyst }: EngineDesk, select: (work: EngineWork) => T): T {
  return useStore(analyst.store, select);
}

/** Whatever position is shown is looked at; none while pieces are set up, and none beside a review. */
function useLook(
  game: AnalysisGame,
  { analyst, chosenEngine }: Pick<EngineDesk, 'analyst' | 'chosenEngine'>,
  isOn: boolean,
): void {
  const shown = useAnalysis(game, (analysis) => {
    const isStill = analysis.mode === 'setup' || analysis.mode === 'review';
    return isStill ? null : nodeOf(shownStudy(analysis)).game;
  });
  const epoch = useStore(chosenEngine.store, (choice) => choice.epoch);
  const looked = useRef(epoch);
  useEffect(() => {
    // In a task of its own: the step is drawn first, and what follows from it does not lengthen that.
    const timer = setTimeout(() => {
      // Another engine looks at the same position anew.
      if (looked.current !== epoch) analyst.tell({ kind: 'look', game: null });
      looked.current = epoch;
      analyst.tell({ kind: 'look', game: isOn ? shown : null });
    });
    return () => clearTimeout(timer);
  }, [analyst, shown, isOn, epoch]);
}

/** The game of notation mode can be reviewed; while it is analysed, the engine does so beside it. Locked, nothing is known. */
function useReviewed(
  game: AnalysisGame,
  analyst: Analyst,
  { isOn, isLocked }: Pick<EngineDesk, 'isOn' | 'isLocked'>,
): void {
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const tree = useAnalysis(game, (analysis) => analysis.notation.tree);
  const reviewed = useMemo(() => reviewedGame({ tree }), [tree]);
  const key = useMemo(() => keyOf(reviewed), [reviewed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same game again is the same review
  useEffect(() => {
    const evaluations = isLocked ? [] : (keptEvaluations(storage.getItem(KEY), reviewed) ?? []);
    analyst.tell({ kind: 'review', game: reviewed, evaluations });
  }, [analyst, key, isLocked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another game begins anew
  useEffect(() => {
    if (isOn && mode === 'notation' && plyCount(reviewed) > 0) analyst.tell({ kind: 'resume' });
    else if (!isOn && mode !== 'review') analyst.tell({ kind: 'pause' });
  }, [analyst, isOn, mode, key]);
  useKeeping(analyst);
}

/** A review that is done is kept on this device. */
function useKeeping({ store }: Analyst): void {
  useEffect(
    () =>
      store.subscribe(({ review }, { review: before }) => {
        if (!review || review.game !== before?.game || review.left.length > 0 || before.left.length === 0)
          return;
        storage.setItem(KEY, withKept(storage.getItem(KEY), review.game, review.evaluations));
      }),
    [store],
  );
}
