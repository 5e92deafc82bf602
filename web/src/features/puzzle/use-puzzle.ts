import type { PuzzleView } from '@doushouqi/protocol';
import { type Game, type Move, withoutVerdict } from '@doushouqi/rules';
import { useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { deviceNow } from '../../client/time.ts';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import { sound } from '../../shared/table/settings.ts';
import { useCounting } from '../../shared/table/use-counting.ts';
import { addResult, saveAttempt, savedAttempt } from './kept.ts';
import { PuzzleGame } from './puzzle-game.ts';
import { isCelebrated, type PuzzleCalls, type PuzzleState } from './puzzle-state.ts';
import { useSolvingChanged } from './queries.ts';
import { t } from './texts.ts';

const CALLS: PuzzleCalls = {
  start: (puzzleId) => api.startAttempt({ params: { puzzleId }, body: {} }),
  play: (attemptId, move, at) => api.playPuzzleMove({ params: { attemptId }, body: { move, at } }),
  hint: (attemptId) => api.getPuzzleHint({ params: { attemptId }, body: {} }),
  vote: (puzzleId, vote) => api.votePuzzle({ params: { puzzleId }, body: { vote } }),
  answer: (attemptId) => api.getPuzzleAnswer({ params: { attemptId }, body: {} }),
};

/** Nodes that the engine searches for the answer to a wrong move: a fraction of a second. */
const NODES = 60_000;

/** The engine loads with the first wrong move that the rules do not explain. */
async function search(game: Game): Promise<Move | null> {
  const { pageEngine } = await import('../../shared/engine/page-engine.ts');
  const { lines } = await pageEngine.analyze(withoutVerdict(game), { nodes: NODES, lines: 1 }, () => {});
  return lines[0]?.move ?? null;
}

/** Returns the attempt at a puzzle; another puzzle needs another component. */
export function usePuzzleGame(puzzle: PuzzleView): PuzzleGame {
  const changed = useRef(() => {});
  changed.current = useSolvingChanged();
  // The end of an attempt is shown again after a reload and on the way back; otherwise the puzzle begins again.
  const isBack = useNavigationType() === 'POP';
  const [game] = useState(
    () =>
      new PuzzleGame(
        {
          ...PAGE_TIMING,
          calls: CALLS,
          saved: savedAttempt(puzzle.id, isBack),
          save: saveAttempt,
          search,
          texts: { failed: t('failed'), expired: t('expired') },
          onChange: (isRight) => {
            if (isRight !== null) addResult(isRight);
            changed.current();
          },
        },
        puzzle,
      ),
  );
  useEffect(() => game.start(), [game]);
  useEffect(() => game.store.subscribe(hear), [game]);
  useEffect(() => {
    const resend = (): void => game.resend();
    window.addEventListener('online', resend);
    return () => window.removeEventListener('online', resend);
  }, [game]);
  return game;
}

function hear({ phase, isSolved }: PuzzleState, before: PuzzleState): void {
  if (phase === 'over' && before.phase !== 'over' && isSolved) sound('solved');
}

export function usePuzzleState({ store }: PuzzleGame): PuzzleState {
  return useStore(store);
}

/** Returns the points that the attempt has brought, which count up after a solution; null if the rating is as before. */
export function usePoints(game: PuzzleGame): number | null {
  const state = usePuzzleState(game);
  const { change } = state;
  const points = change ? change.after - change.before : 0;
  const shown = useCounting(isCelebrated(state) ? 0 : points, points);
  return change && shown;
}

/** Returns the time since the first sight of the puzzle in ms, until its end. */
export function useElapsed(game: PuzzleGame): number {
  const { since, result } = usePuzzleState(game);
  const took = result?.tookMs ?? null;
  const [now, setNow] = useState(deviceNow);
  useEffect(() => {
    if (took !== null) return;
    const timer = setInterval(() => setNow(deviceNow()), 500);
    return () => clearInterval(timer);
  }, [took]);
  return took ?? Math.max(0, now - since);
}
