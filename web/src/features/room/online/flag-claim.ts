import { remaining } from '@doushouqi/room';
import type { GameState } from '../../../game/controller.ts';

/** The mover claims his own flag first; the opponent a little later, each at another moment. Milliseconds. */
const OWN_GRACE = 100;
const OTHER_GRACE = 1_000;

/** Time that the side to move has left on its clock and for its first move, null while no clock runs. Milliseconds. */
function runningTime({ clock }: GameState): number | null {
  const now = clock?.now() ?? null;
  if (!clock || now === null || clock.lastMoveTime === null) return null;
  const left = remaining(clock, clock.turn, clock.turn, now);
  return Math.max(0, Math.min(left, (clock.firstMoveBy ?? Number.POSITIVE_INFINITY) - now));
}

interface Options {
  state: () => GameState;
  /** Rejects when the server refused or did not answer: it is asked again as long as time seems up. */
  claim: () => Promise<void>;
  random: () => number;
  /** Milliseconds. */
  retry: number;
}

/** A player's client tells the server when a clock must have run out (spec §4); the verdict is the server's. */
export class FlagClaim {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Looks at the clocks anew: they may have changed. */
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
