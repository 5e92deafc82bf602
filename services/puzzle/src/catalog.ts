import { MOTIFS, type Motif, type Puzzle, type Rated } from '@doushouqi/puzzles';
import type { StoredPuzzle } from './models.ts';
import { firstRating } from './policies/rate.ts';

/** The mined puzzles, and the records of their games by id. */
export interface PuzzleData {
  puzzles: readonly Puzzle[];
  games: ReadonlyMap<string, string>;
}

/** A puzzle with what users made of it. */
export interface Entry {
  readonly puzzle: Puzzle;
  readonly stats: StoredPuzzle;
}

/** Returns the stored form of a puzzle that no user has tried. */
export function untried({ id, rating }: Puzzle): StoredPuzzle {
  return {
    _id: id,
    ...firstRating(rating),
    plays: 0,
    solvedAtOnce: 0,
    likes: 0,
    dislikes: 0,
    changedAt: 0,
  };
}

function ratedOf({ puzzle, stats }: Entry): Rated {
  return { id: puzzle.id, rating: stats.rating };
}

/** Every puzzle in memory with its statistics, and lists by rating for the selection. */
export class Catalog {
  readonly #entries = new Map<string, Entry>();
  readonly #games: ReadonlyMap<string, string>;
  #sorted: readonly Rated[];
  #isSorted = false;
  readonly #byMotif = new Map<Motif, readonly Rated[]>();

  constructor({ puzzles, games }: PuzzleData) {
    this.#games = games;
    for (const puzzle of puzzles) this.#entries.set(puzzle.id, { puzzle, stats: untried(puzzle) });
    this.#sorted = [...this.#entries.values()].map(ratedOf);
    this.sort();
  }

  /** Returns a puzzle; undefined if there is none. */
  find(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Returns the record of the game that a puzzle comes from. */
  recordOf({ game }: Puzzle): string {
    return this.#games.get(game.id) ?? '';
  }

  /** Returns the puzzles, or those with a motif, as sorted last. */
  sorted(motif?: Motif): readonly Rated[] {
    return motif === undefined ? this.#sorted : this.#byMotif.get(motif)!;
  }

  /** Takes over stored statistics. Ignores those of unknown puzzles and older ones. */
  refresh(stored: readonly StoredPuzzle[]): void {
    for (const stats of stored) {
      const known = this.#entries.get(stats._id);
      if (known === undefined || known.stats.changedAt > stats.changedAt) continue;
      this.#isSorted &&= known.stats.rating === stats.rating;
      this.#entries.set(stats._id, { ...known, stats });
    }
  }

  /** Sorts by the present ratings. Not done by `refresh`: for each result it would take more time than the result. */
  sort(): void {
    if (this.#isSorted) return;
    // Nearly sorted, so that it takes little time.
    const order = this.#sorted.map(({ id }) => this.#entries.get(id)!);
    order.sort((a, b) => a.stats.rating - b.stats.rating);
    this.#sorted = order.map(ratedOf);
    for (const motif of MOTIFS)
      this.#byMotif.set(motif, order.filter(({ puzzle }) => puzzle.motifs.includes(motif)).map(ratedOf));
    this.#isSorted = true;
  }
}
