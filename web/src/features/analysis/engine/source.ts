import type { Score } from '@doushouqi/engine';
import type { Game, Move } from '@doushouqi/rules';
import type { Evaluation } from '../review/evaluation.ts';

/** One of the best moves of a position. */
export interface FoundLine {
  readonly move: Move;
  /** How often the side to move wins with it, 0 to 100. */
  readonly rate: number;
  /** Null where the source tells win rates only. */
  readonly score: Score | null;
  /** What both sides are expected to play; begins with `move`. */
  readonly pv: readonly Move[];
}

/** What is known of a position so far. */
export interface Found {
  /** Plies and positions; null where the source does not tell. */
  readonly depth: number | null;
  readonly nodes: number | null;
  /** Best first, three at most. */
  readonly lines: readonly FoundLine[];
}

/**
 * Where the analysis of a position comes from: the engine in the page, or a service on this machine. One search at a
 * time; the work (`work.ts`) sees to it. Rejects with an `EngineError`, the service with a `ServiceRefusedError`.
 */
export interface AnalysisSource {
  /** Looks at the last position of a game, which is not over; tells what it finds until it is done or stopped. */
  analyze(game: Game, onFound: (found: Found) => void): Promise<Found>;
  /** Ends what runs, which resolves then with what was found so far. */
  stop(): void;
}

/** What evaluates the positions of a game for its review; as `AnalysisSource`. */
export interface Evaluator {
  evaluate(game: Game): Promise<Evaluation>;
  stop(): void;
}
