import type { MoveError, PieceName, RuleSetName, StepFault } from '@doushouqi/rules';

/** What a lesson is made of. Squares are `a1` to `g9`, moves two squares as `c3c7`; the learner is red. */

/** One move that a step asks for. */
export interface Ask {
  /** What to do, in one line. */
  readonly title: string;
  /** Why, at most two lines on a phone. */
  readonly text: string;
  /** The moves that do it. The first one is marked on the board, and played on request. */
  readonly moves: readonly string[];
  /** Every legal move does it. */
  readonly isFree?: true;
  /** Why another legal move does not; the reasons in `because` come first. */
  readonly wrong: string;
  /** Why a move of another piece does not; absent: the texts name the piece to move. */
  readonly others?: string;
  /** Reasons of single moves, legal or not, and of faults. */
  readonly because?: Readonly<Record<string, string>> &
    Partial<Record<Exclude<MoveError, 'ILLEGAL_MOVE'> | StepFault, string>>;
  /** Blue's move after it; the last move of a step has none. */
  readonly reply?: string;
}

/** A cross on the border between two pieces, or on a piece that blocks a leap (`from` is null). */
export interface StepCross {
  readonly at: string;
  readonly from: string | null;
}

export interface LessonStep {
  /** Names the step in stored progress, so it never changes. */
  readonly id: string;
  /** Letter and square of each piece, red in upper case, as `Lc3 re5`; absent: the start of a game. */
  readonly pieces?: string;
  /** Moves already made from there. */
  readonly before?: string;
  /** Absent: the rules of local play. */
  readonly rules?: RuleSetName;
  /** In their order; more than one is a short fight. */
  readonly asks: readonly [Ask, ...Ask[]];
  /** What the learner has just done. */
  readonly done: string;
  /** The two animals that the ring of ranks marks: the first takes the second. */
  readonly pair?: readonly [PieceName, PieceName];
  readonly crosses?: readonly StepCross[];
  /** A question: the board shows no goal before the first wrong move. */
  readonly isQuiz?: true;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The animal that teaches it. */
  readonly coach: PieceName;
  /** The ring of ranks stays beside the board. */
  readonly hasRanks?: true;
  readonly steps: readonly LessonStep[];
}
