import { deviceNow } from '../../client/time.ts';
import type { GameClock } from '../../game/controller.ts';
import { flaggedLocal, flagTime, type LocalGameData, localTurn } from './local-game-state.ts';

/** What the clocks of games on this device need. */
export interface Timing {
  /** Epoch ms. */
  now: () => number;
  /** Runs a function later; returns a function that cancels it. */
  wait: (run: () => void, ms: number) => () => void;
}

/** The timing of the browser. */
export const PAGE_TIMING: Timing = {
  now: deviceNow,
  wait: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Returns the clocks of a game as its table shows them; null without clocks. */
export function shownClock(data: LocalGameData, now: () => number): GameClock | null {
  return data.clock && { ...data.clock, turn: localTurn(data), now };
}

/** Calls `onFlag` with the game lost on time when its running clock is at 0; returns a function that cancels this. */
export function awaitFlag(
  { now, wait }: Timing,
  data: LocalGameData,
  onFlag: (over: LocalGameData) => void,
): () => void {
  const flag = flagTime(data);
  if (flag === null) return () => {};
  let cancel: () => void;
  const look = (): void => {
    const over = flaggedLocal(data, now());
    // The device's clock may be set back.
    if (over === data) cancel = wait(look, Math.max(0, flag - now()));
    else onFlag(over);
  };
  cancel = wait(look, Math.max(0, flag - now()));
  return () => cancel();
}
