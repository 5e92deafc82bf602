/** What an engine is asked and answers: plain data that can be posted between threads. */
import type { Move } from '@doushouqi/rules';

/**
 * From the side to move. `cp`: hundredths of a cat. `win`: plies to the win that was found, 1 being the winning move
 * itself; negative: to the loss.
 */
export type Score =
  | { readonly kind: 'cp'; readonly value: number }
  | { readonly kind: 'win'; readonly plies: number };

export interface EngineLine {
  readonly move: Move;
  readonly score: Score;
  /** What both sides are expected to play; begins with `move`. */
  readonly pv: readonly Move[];
}

export interface SearchInfo {
  /** The last depth that was finished, in plies. */
  readonly depth: number;
  readonly nodes: number;
  /** Best first. At least one. */
  readonly lines: readonly EngineLine[];
}

/** A search without `nodes` and `depth` goes on until it is stopped or has nothing more to find. */
export interface SearchLimits {
  readonly nodes?: number;
  readonly depth?: number;
  /** How many of the best lines are wanted; 1 unless said otherwise. */
  readonly lines?: 1 | 2 | 3;
}

export type Level = 1 | 2 | 3 | 4 | 5;

/** `LOAD_TIMEOUT`: no engine within 50 × 100 ms. `CRASHED`: it fell; the next request starts another. `NO_MOVES`: the game is over. */
export type EngineErrorCode = 'LOAD_TIMEOUT' | 'CRASHED' | 'NO_MOVES';

export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}
