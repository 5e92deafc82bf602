/** A puzzle and its line of text in `data/`. Pure. */
import { err, formatStep, type Move, ok, parseSteps, type Result } from '@doushouqi/rules';

/**
 * What a puzzle is about: a leap over the river, the rat's way through the river, a capture in a trap, pieces without a way
 * out, the defense of the own den, few pieces, the way into the den, a piece won.
 */
export const MOTIFS = ['leap', 'river', 'trap', 'siege', 'guard', 'few', 'den', 'capture'] as const;
export type Motif = (typeof MOTIFS)[number];

export interface Puzzle {
  /** Four to six characters `0-9a-z`. It never changes. */
  readonly id: string;
  /** The side to move is the solver's. */
  readonly fen: string;
  /** The opponent's mistake, which led to the position. */
  readonly last: Move;
  /**
   * The moves of solver and opponent alternately; the first and the last are the solver's. Each of the solver's moves is the
   * only one that is as good; at the end of a proved win, every winning move counts.
   */
  readonly line: readonly Move[];
  /** Plies to the proved win from the position; null if it is not proved. */
  readonly win: number | null;
  /** First rating of the puzzle, from what strength of the engine solves it. */
  readonly rating: number;
  readonly motifs: readonly Motif[];
  /** The game that it comes from, and the number of moves before the position. */
  readonly game: { readonly id: string; readonly ply: number };
}

/** Returns the side that solves. */
export function solverOf({ fen }: Pick<Puzzle, 'fen'>): 'red' | 'blue' {
  return fen.endsWith(' w') ? 'red' : 'blue';
}

const SEPARATOR = '\t';

/** Formats a puzzle as a line: id, FEN, last move, line, plies to the win or `-`, rating, motifs, game and ply, by tabs. */
export function formatPuzzle({ id, fen, last, line, win, rating, motifs, game }: Puzzle): string {
  return [
    id,
    fen,
    formatStep(last),
    line.map(formatStep).join(''),
    win ?? '-',
    rating,
    motifs.join(','),
    `${game.id}:${game.ply}`,
  ].join(SEPARATOR);
}

/** Reads a line of `formatPuzzle`. The chess is not checked here: `npm run puzzles:check` does it. */
export function parsePuzzle(text: string): Result<Puzzle, 'BAD_PUZZLE'> {
  const match =
    /^([0-9a-z]{4,6})\t(\S+ [wb])\t((?:[0-6][0-8]){2})\t((?:[0-6][0-8][0-6][0-8])+)\t(-|\d+)\t(\d+)\t(\S*)\t(\w+):(\d+)$/.exec(
      text,
    );
  if (match === null) return err('BAD_PUZZLE');
  const [, id, fen, last, line, win, rating, motifs, game, ply] = match as unknown as readonly string[];
  return ok({
    id: id!,
    fen: fen!,
    last: parseSteps(last!)[0]!,
    line: parseSteps(line!),
    win: win === '-' ? null : Number(win),
    rating: Number(rating),
    motifs: motifs!.split(',').filter((name): name is Motif => MOTIFS.some((motif) => motif === name)),
    game: { id: game!, ply: Number(ply) },
  });
}
