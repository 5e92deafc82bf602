import { isSameMove, type Move } from '@doushouqi/rules';

/** A half-move with the engine's view of the position before it. Values in points (200 points win 73 of 100 games). */
export interface AnalyzedPly {
  readonly move: Move;
  /** The engine's best lines, best first, at most three; values from the view of the mover. */
  readonly lines: readonly { readonly move: Move; readonly value: number }[];
  /** Legal moves. */
  readonly choices: number;
  /** Pieces on the board. */
  readonly pieces: number;
  /** Thinking time without lag, ms; null if unknown. */
  readonly ms: number | null;
}

export const PHASES = ['opening', 'middle', 'ending'] as const;
export type Phase = (typeof PHASES)[number];

/** How much the best move is better than the second one: below 10 points, below 60, more. */
export const CLARITIES = 3;
/** The engine's first choice, or a move that is worse by at most 10, 30, 80, 200 points, or more. */
export const QUALITIES = 6;

/** A half-move at which there was a choice. */
export interface Decision {
  readonly phase: Phase;
  /** 0 to `CLARITIES` - 1. */
  readonly clarity: number;
  /** 0 (the engine's first choice) to `QUALITIES` - 1. */
  readonly quality: number;
  /** Points lost, at least 0. */
  readonly loss: number;
  /** The best move kept a disadvantage of more than 100 points. */
  readonly isBehind: boolean;
  readonly ms: number | null;
}

/** The first moves are played from habit. */
const HABIT_PLIES = 6;
const OPENING_PLIES = 20;
const ENDING_PIECES = 8;
/** Beyond this value a side wins with any reasonable move. */
const DECIDED = 800;
const CLARITY_BOUNDS = [10, 60];
const QUALITY_BOUNDS = [10, 30, 80, 200];

function binOf(bounds: readonly number[], value: number): number {
  return bounds.filter((bound) => value > bound).length;
}

function phaseOf(ply: number, pieces: number): Phase {
  if (pieces <= ENDING_PIECES) return 'ending';
  return ply < OPENING_PLIES ? 'opening' : 'middle';
}

/** Returns the value of the played move: that of its line, or else what the opponent could make of it. */
function worthOf({ move, lines }: AnalyzedPly, next: AnalyzedPly | undefined): number {
  const own = lines.find((line) => isSameMove(line.move, move));
  if (own !== undefined) return own.value;
  const worst = lines.at(-1)!.value;
  return next?.lines[0] === undefined ? worst : Math.min(worst, -next.lines[0].value);
}

/** Returns the decisions of one side in a game; `first`: the half-move at which it begins, 0 for red. */
export function decisionsOf(game: readonly AnalyzedPly[], first: 0 | 1): Decision[] {
  return game.flatMap((one, ply) => {
    const [best, second] = one.lines;
    if (ply % 2 !== first || ply < HABIT_PLIES || one.choices < 2) return [];
    if (best === undefined || second === undefined || Math.abs(best.value) > DECIDED) return [];
    const isFirst = isSameMove(best.move, one.move);
    const loss = Math.max(0, best.value - worthOf(one, game[ply + 1]));
    return [
      {
        phase: phaseOf(ply, one.pieces),
        clarity: binOf(CLARITY_BOUNDS, best.value - second.value),
        quality: isFirst ? 0 : 1 + binOf(QUALITY_BOUNDS, loss),
        loss,
        isBehind: best.value < -100,
        ms: one.ms,
      },
    ];
  });
}
