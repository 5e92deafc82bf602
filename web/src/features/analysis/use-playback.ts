import { type RefObject, useEffect, useRef, useState } from 'react';
import { onStudy, shownStudy } from './study/analysis.ts';
import type { AnalysisGame } from './study/analysis-game.ts';
import { lineOf, type Step, stepped } from './study/study.ts';

/** Interval between two moves of autoplay, ms. */
const INTERVAL = 1_000;

export interface Playback {
  isPlaying: boolean;
  toggle: () => void;
  step: (step: Step) => void;
}

const KEYS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
};

/** Elements that handle their own keys. */
const OWN_KEYS =
  'input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [role="radiogroup"]';

/** Controls that Space presses. */
const PRESSED_BY_SPACE = 'button, a, [role="switch"], [data-cell]';

/** Marks the start and stop control: its press must not stop playback first and start it a second time. */
export const PLAYER = 'data-player';

/** Steps through the moves by keys and by autoplay; user input, the last move and a hidden page stop autoplay. */
export function usePlayback(game: AnalysisGame, isOn: boolean): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const step = (to: Step): void => void game.act(onStudy((study) => stepped(study, to)));
  const toggle = (): void => setPlaying((before) => !before && isOn);
  const latest = useRef({ step, toggle });
  latest.current = { step, toggle };
  if (isPlaying && !isOn) setPlaying(false);
  useTicking(game, isPlaying, () => setPlaying(false));
  useKeys(isOn, latest);
  return { isPlaying, toggle, step };
}

/** Returns whether the last move of the line is shown. */
function isAtEnd({ store }: AnalysisGame): boolean {
  const study = shownStudy(store.getState().analysis);
  return lineOf(study) === study.path;
}

function useTicking(game: AnalysisGame, isPlaying: boolean, stop: () => void): void {
  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    if (!isPlaying) return;
    const end = (): void => latest.current();
    const tick = (): void => {
      game.act(onStudy((study) => stepped(study, 'on')));
      if (isAtEnd(game)) end();
    };
    const onHand = ({ target }: Event): void => {
      if (!(target instanceof Element && target.closest(`[${PLAYER}]`))) end();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== ' ' && event.key !== 'Enter') end();
    };
    const timer = setInterval(tick, INTERVAL);
    window.addEventListener('pointerdown', onHand, true);
    window.addEventListener('keydown', onKey, true);
    document.addEventListener('visibilitychange', end);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', onHand, true);
      window.removeEventListener('keydown', onKey, true);
      document.removeEventListener('visibilitychange', end);
    };
  }, [game, isPlaying]);
}

function useKeys(isOn: boolean, latest: RefObject<Pick<Playback, 'step' | 'toggle'>>): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(OWN_KEYS)) return;
      const step = KEYS[event.key];
      if (step) latest.current.step(step);
      else if (event.key === ' ' && !target?.closest(PRESSED_BY_SPACE)) latest.current.toggle();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn, latest]);
}
