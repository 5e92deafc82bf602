import { type Game, type GameTree, plyCount } from '@doushouqi/rules';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { useInOnlineGame } from '../../client/online-lock.ts';
import { storage } from '../../client/storage.ts';
import { hasDownload } from '../../engine/downloads.ts';
import { callService, pingService } from '../../engine/local-service.ts';
import { pageEngine } from '../../engine/page-engine.ts';
import { useBeside } from '../../shared/table/use-game.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { Analyst } from './engine/analyst.ts';
import { ChosenEngine, type EngineName } from './engine/chosen.ts';
import { inPage } from './engine/in-page.ts';
import { localService } from './engine/local-service.ts';
import type { EngineWork } from './engine/work.ts';
import { reviewedGame } from './review/evaluation.ts';
import { keyOf, storedEvaluations, withEvaluations } from './review/stored-evaluations.ts';
import { type Analysis, shownStudy } from './study/analysis.ts';
import { type AnalysisGame, useAnalysis } from './study/analysis-game.ts';
import { nodeOf } from './study/study.ts';
import { t } from './texts.ts';

/** Where reviewed games are kept on this device. */
const KEY = 'reviews';

/** The engine of an analysis page: what it does, and the switch. */
export interface EngineWorkspace {
  readonly analyst: Analyst;
  /** What looks at the shown position; reviews are the page's own. */
  readonly chosenEngine: ChosenEngine;
  /** The position that is shown is analyzed. */
  readonly isOn: boolean;
  /** The person is in the middle of a game online: nothing may help then. */
  readonly isLocked: boolean;
  readonly setOn: (on: boolean) => void;
}

/**
 * @param hasAnalysis whether positions can be analyzed on this screen
 * @param isReview the game is reviewed at once
 */
export function useEngine(game: AnalysisGame, hasAnalysis: boolean, isReview: boolean): EngineWorkspace {
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
export function useWork<T>({ analyst }: EngineWorkspace, select: (work: EngineWork) => T): T {
  return useStore(analyst.store, select);
}

/** The same for what stands beside the board, as `useAnalysisBeside`. */
export function useWorkBeside<T>({ analyst }: EngineWorkspace, select: (work: EngineWork) => T): T {
  return useBeside(analyst.store, select);
}

/** The game up to the shown position; null while pieces are set up, and beside a review. */
function lookedAt({ store }: AnalysisGame): Game | null {
  const { analysis } = store.getState();
  const isStill = analysis.mode === 'setup' || analysis.mode === 'review';
  return isStill ? null : nodeOf(shownStudy(analysis)).game;
}

/** Whatever position is shown is looked at; none while pieces are set up, and none beside a review. */
function useLook(
  game: AnalysisGame,
  { analyst, chosenEngine }: Pick<EngineWorkspace, 'analyst' | 'chosenEngine'>,
  isOn: boolean,
): void {
  const epoch = useStore(chosenEngine.store, (choice) => choice.epoch);
  const looked = useRef(epoch);
  // By hand and not by drawing: else every step would draw the whole page.
  useEffect(() => {
    let shown: Game | null | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      // Another engine analyzes the same position again.
      if (looked.current !== epoch) analyst.tell({ kind: 'look', game: null });
      looked.current = epoch;
      analyst.tell({ kind: 'look', game: shown ?? null });
    };
    const follow = (): void => {
      const now = isOn ? lookedAt(game) : null;
      if (now === shown) return;
      shown = now;
      clearTimeout(timer);
      // In a task of its own: the step is drawn first, and what follows from it does not lengthen that.
      timer = setTimeout(look);
    };
    follow();
    const stop = game.store.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [game, analyst, isOn, epoch]);
}

/** The game of notation mode can be reviewed; while it is analyzed, the engine does so beside it. Locked, nothing is known. */
function useReviewed(
  game: AnalysisGame,
  analyst: Analyst,
  { isOn, isLocked }: Pick<EngineWorkspace, 'isOn' | 'isLocked'>,
): void {
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const [reviewedIn] = useState(remembersReviewed);
  const reviewed = useAnalysis(game, reviewedIn);
  useEffect(() => {
    const evaluations = isLocked ? [] : (storedEvaluations(storage.getItem(KEY), reviewed) ?? []);
    analyst.tell({ kind: 'review', game: reviewed, evaluations });
  }, [analyst, reviewed, isLocked]);
  useEffect(() => {
    if (isOn && mode === 'notation' && plyCount(reviewed) > 0) analyst.tell({ kind: 'resume' });
    else if (!isOn && mode !== 'review') analyst.tell({ kind: 'pause' });
  }, [analyst, isOn, mode, reviewed]);
  useStoredEvaluations(analyst);
}

/** Gives the game that can be reviewed: the same one while only branches and comments come and go. */
function remembersReviewed(): (analysis: Analysis) => Game {
  let last: { tree: GameTree; game: Game; key: string } | null = null;
  return ({ notation: { tree } }) => {
    if (last?.tree === tree) return last.game;
    const game = reviewedGame({ tree });
    const key = keyOf(game);
    last = { tree, game: last?.key === key ? last.game : game, key };
    return last.game;
  };
}

/** A review that is done is kept on this device. */
function useStoredEvaluations({ store }: Analyst): void {
  useEffect(
    () =>
      store.subscribe(({ review }, { review: before }) => {
        if (!review || review.game !== before?.game || review.left.length > 0 || before.left.length === 0)
          return;
        storage.setItem(KEY, withEvaluations(storage.getItem(KEY), review.game, review.evaluations));
      }),
    [store],
  );
}

/** How often a service that was lost is looked for. Milliseconds. */
const LOOK_MS = 5_000;

/** Chooses an engine; a service that does not answer is offered for download instead. */
export function useChooseEngine(engine: ChosenEngine): (name: EngineName) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (name) => {
      if (name === 'service' && !(await pingService())) {
        const isOffered = await hasDownload(navigator.userAgent);
        const isWanted = await confirm({
          type: 'info',
          title: t('engine.missing'),
          message: t(isOffered ? 'engine.download' : 'engine.notOffered'),
          confirmText: t(isOffered ? 'engine.goDownload' : 'engine.showCommand'),
          cancelText: t('engine.later'),
        });
        if (isWanted) navigate('/download/ai');
        else toast.info(t('engine.cheer'));
        return;
      }
      if (name === 'service') engine.received(true);
      engine.choose(name);
    },
    [engine, navigate],
  );
}

/** While the chosen service does not answer it is looked for; that it was lost and found again is said. */
function useServiceWatch(engine: ChosenEngine, isOn: boolean): void {
  const { chosen, isThere } = useStore(engine.store);
  const isMissed = isOn && chosen === 'service' && isThere === false;
  const wasMissed = useRef(false);
  useEffect(() => {
    if (isMissed) toast.warning(t('engine.lost'));
    else if (wasMissed.current && isThere) toast.success(t('engine.found'));
    wasMissed.current = isMissed;
  }, [isMissed, isThere]);
  useEffect(() => {
    if (!isMissed) return;
    const timer = setInterval(() => {
      void pingService().then((reply) => reply && engine.received(true));
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [engine, isMissed]);
}
