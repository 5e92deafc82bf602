import { remaining } from '@doushouqi/room';
import type { GameState } from '../../../game/controller.ts';

/** Delays before a claim: the side to move claims first; opponents claim later, at random times. Milliseconds. */
const OWN_GRACE = 100;
const OTHER_GRACE = 1_000;

/**
 * Returns the time left of the side to move, on its clock and for its first move; null while no clock runs.
 * Milliseconds.
 */
function runningTime({ clock }: GameState): number | null {
  const now = clock?.now() ?? null;
  if (!clock || now === null || clock.lastMoveTime === null) return null;
  const left = remaining(clock, clock.turn, clock.turn, now);
  return Math.max(0, Math.min(left, (clock.firstMoveBy ?? Number.POSITIVE_INFINITY) - now));
}

interface Options {
  state: () => GameState;
  /** Rejects when the server refused or did not answer: the claim is repeated while the time is up. */
  claim: () => Promise<void>;
  random: () => number;
  /** Milliseconds. */
  retry: number;
}

/** Claims a timeout for a player when a clock must have run out; the server decides. */
export class FlagClaim {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Schedules the claim for the current clocks. */
  arm(): void {
    clearTimeout(this.#timer);
    const state = this.#options.state();
    const left = runningTime(state);
    if (left === null || state.own === null) return;
    this.#wait(left + this.#grace(state.clock?.turn === state.own));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #grace(isOwn: boolean): number {
    return isOwn ? OWN_GRACE : OTHER_GRACE * (1 + this.#options.random());
  }

  #wait(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#fire(), delay);
  }

  async #fire(): Promise<void> {
    const { state, claim, retry } = this.#options;
    if (runningTime(state()) === 0) await claim().catch(() => this.#wait(retry));
    else this.arm();
  }
}
