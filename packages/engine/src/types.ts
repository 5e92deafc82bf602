/** Requests and results of an engine: plain data that can be posted between threads. */
import type { Move } from '@doushouqi/rules';

/**
 * From the view of the side to move. `cp`: hundredths of a cat. `win`: plies to the forced win, 1 being the winning
 * move; negative: plies to the loss.
 */
export type Score =
  | { readonly kind: 'cp'; readonly value: number }
  | { readonly kind: 'win'; readonly plies: number };

export interface EngineLine {
  readonly move: Move;
  readonly score: Score;
  /** Expected moves of both sides; begins with `move`. */
  readonly pv: readonly Move[];
}

export interface SearchInfo {
  /** Last completed depth, in plies. */
  readonly depth: number;
  readonly nodes: number;
  /** Best first. At least one. */
  readonly lines: readonly EngineLine[];
}

/** A search without `nodes` and `depth` runs until it is stopped or complete. */
export interface SearchLimits {
  readonly nodes?: number;
  readonly depth?: number;
  /** Number of best lines to return; 1 by default. */
  readonly lines?: 1 | 2 | 3;
}

export type Level = 1 | 2 | 3 | 4 | 5;

/**
 * `LOAD_TIMEOUT`: no engine within 50 × 100 ms. `CRASHED`: the worker crashed; the next request starts another.
 * `NO_MOVES`: the game is over.
 */
export type EngineErrorCode = 'LOAD_TIMEOUT' | 'CRASHED' | 'NO_MOVES';

export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}
