import { type Game, type GameTree, plyCount } from '@doushouqi/rules';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { useInOnlineGame } from '../../client/online-lock.ts';
import { storage } from '../../client/storage.ts';
import { Analyst } from '../../shared/engine/analyst.ts';
import { ChosenEngine, type EngineName } from '../../shared/engine/chosen.ts';
import { hasDownload } from '../../shared/engine/downloads.ts';
import { callService, pingService } from '../../shared/engine/local-service.ts';
import { pageSource } from '../../shared/engine/page-engine.ts';
import { serviceSource } from '../../shared/engine/service-source.ts';
import type { EngineWork } from '../../shared/engine/work.ts';
import { useBeside } from '../../shared/table/use-game.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { keyOf, storedEvaluations, withEvaluations } from './review/stored-evaluations.ts';
import { type Analysis, shownStudy } from './study/analysis.ts';
import { type AnalysisGame, useAnalysis } from './study/analysis-game.ts';
import { nodeOf, reviewedGame } from './study/study.ts';
import { t } from './texts.ts';

/** Storage key of the reviewed games on this device. */
const KEY = 'reviews';

/** The engine of an analysis page: its work and its switch. */
export interface EngineWorkspace {
  readonly analyst: Analyst;
  /** Source that analyzes the shown position; reviews always use the in-page engine. */
  readonly chosenEngine: ChosenEngine;
  /** Whether the shown position is analyzed. */
  readonly isOn: boolean;
  /** Whether the user is in an online game: the engine is disabled then. */
  readonly isLocked: boolean;
  readonly setOn: (on: boolean) => void;
}

/**
 * @param hasAnalysis whether positions can be analyzed on this screen
 * @param isReview whether the review starts at once
 */
export function useEngine(game: AnalysisGame, hasAnalysis: boolean, isReview: boolean): EngineWorkspace {
  const [{ analyst, chosenEngine }] = useState(() => {
    const sources = { page: pageSource, service: serviceSource(callService) };
    const chosen = new ChosenEngine(sources, storage);
    return { analyst: new Analyst(chosen, pageSource), chosenEngine: chosen };
  });
  const [isWanted, setOn] = useState(false);
  const isLocked = useInOnlineGame();
  const isOn = isWanted && hasAnalysis && !isLocked;
  useLook(game, { analyst, chosenEngine }, isOn);
  useServiceWatch(chosenEngine, isOn);
  useReviewed(game, analyst, { isOn, isLocked });
  useEffect(() => {
    if (isLocked) analyst.send({ kind: 'pause' });
    // A reloaded page may show another mode than the one it was opened in.
    else if (isReview && game.store.getState().analysis.mode === 'review') analyst.send({ kind: 'resume' });
  }, [analyst, game, isReview, isLocked]);
  useEffect(() => () => analyst.close(), [analyst]);
  return useMemo(
    () => ({ analyst, chosenEngine, isOn, isLocked, setOn }),
    [analyst, chosenEngine, isOn, isLocked],
  );
}

/** Returns the selected part of the engine's work; renders when it changes. */
export function useWork<T>({ analyst }: EngineWorkspace, select: (work: EngineWork) => T): T {
  return useStore(analyst.store, select);
}

/** The same for content beside the board, as `useAnalysisBeside`. */
export function useWorkBeside<T>({ analyst }: EngineWorkspace, select: (work: EngineWork) => T): T {
  return useBeside(analyst.store, select);
}

/** Returns the game up to the shown position; null during setup and beside a review. */
function shownGame({ store }: AnalysisGame): Game | null {
  const { analysis } = store.getState();
  const isStill = analysis.mode === 'setup' || analysis.mode === 'review';
  return isStill ? null : nodeOf(shownStudy(analysis)).game;
}

/** Sends each shown position to the engine; none during setup and beside a review. */
function useLook(
  game: AnalysisGame,
  { analyst, chosenEngine }: Pick<EngineWorkspace, 'analyst' | 'chosenEngine'>,
  isOn: boolean,
): void {
  const epoch = useStore(chosenEngine.store, (choice) => choice.epoch);
  const lastEpoch = useRef(epoch);
  // Subscribes directly: a render at every step would redraw the whole page.
  useEffect(() => {
    let shown: Game | null | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      // The other engine analyzes the same position from the start.
      if (lastEpoch.current !== epoch) analyst.send({ kind: 'show', game: null });
      lastEpoch.current = epoch;
      analyst.send({ kind: 'show', game: shown ?? null });
    };
    const follow = (): void => {
      const now = isOn ? shownGame(game) : null;
      if (now === shown) return;
      shown = now;
      clearTimeout(timer);
      // In a separate task: the step renders first, without the cost of what follows.
      timer = setTimeout(show);
    };
    follow();
    const stop = game.store.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [game, analyst, isOn, epoch]);
}

/**
 * Makes the game of notation mode reviewable; the engine also reviews it while it is analyzed. Nothing is reviewed
 * while locked.
 */
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
    analyst.send({ kind: 'review', game: reviewed, evaluations });
  }, [analyst, reviewed, isLocked]);
  useEffect(() => {
    if (isOn && mode === 'notation' && plyCount(reviewed) > 0) analyst.send({ kind: 'resume' });
    else if (!isOn && mode !== 'review') analyst.send({ kind: 'pause' });
  }, [analyst, isOn, mode, reviewed]);
  useStoredEvaluations(analyst);
}

/** Returns a function that gives the reviewable game: the same object while only branches and comments change. */
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

/** Stores a finished review on this device. */
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

/** Interval of checks for a lost service, in ms. */
const LOOK_MS = 5_000;

/** Selects an engine; if the service does not answer, offers its download instead. */
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

/** Checks for the chosen service while it does not answer, and reports its loss and its return. */
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
