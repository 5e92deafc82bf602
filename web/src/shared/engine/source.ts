import type { Score } from '@doushouqi/engine';
import type { Game, Move } from '@doushouqi/rules';
import type { Evaluation } from './evaluation.ts';

/** One of the best moves of a position. */
export interface FoundLine {
  readonly move: Move;
  /** Win rate of the side to move, 0 to 100. */
  readonly rate: number;
  /** Null if the source reports only win rates. */
  readonly score: Score | null;
  /** Expected moves of both sides; starts with `move`. */
  readonly pv: readonly Move[];
}

/** Results for a position so far. */
export interface Found {
  /** Plies and positions; null if the source does not report them. */
  readonly depth: number | null;
  readonly nodes: number | null;
  /** Best first, at most three. */
  readonly lines: readonly FoundLine[];
}

/**
 * Source of the analysis of a position: the in-page engine or a service on this machine. Runs one search at a time,
 * which `work.ts` ensures. Rejects with an `EngineError`, the service with a `ServiceRefusedError`.
 */
export interface AnalysisSource {
  /** Analyzes the last position of a game that is not over; reports results until it is done or stopped. */
  analyze(game: Game, onFound: (found: Found) => void): Promise<Found>;
  /** Stops the search, which then resolves with its results so far. */
  stop(): void;
}

/** Evaluates the last position of a game that is not over; one search at a time, as for `AnalysisSource`. */
export interface Evaluator {
  evaluate(game: Game): Promise<Evaluation>;
  stop(): void;
}
