/** Checks one puzzle: its game, its line, the proof of its win, other first moves, its motifs. */
import type { Puzzle } from '@doushouqi/puzzles';
import {
  formatFen,
  formatStep,
  type Game,
  gameAfter,
  isSameMove,
  lastMove,
  legalMoves,
  type Move,
  newGame,
  otherSide,
  outcome,
  type Position,
  parseFen,
  parseRecord,
  play,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import { Hunt, HuntLimit } from './hunt.ts';
import { shownMotifs } from './puzzle-motifs.ts';

const RULES = 'local-1';
const LONGEST_WIN = 11;
const THREAT_PLIES = 3;
export const RATINGS = { least: 800, most: 2400 } as const;
/** Plies within which no other first move may win: of a puzzle without proof, and more than the win of another. */
const OTHERS = { plies: 11, more: 2 } as const;
/** Positions of a proof, and of the search for another win, which may end without a result. */
const BUDGET = { proof: 100_000_000, others: 1_500_000 } as const;

export interface PuzzleReport {
  readonly id: string;
  readonly faults: readonly string[];
  /** Plies within which no other first move wins. */
  readonly others: number;
}

export class PuzzleCheck {
  readonly #hunts = { red: new Hunt('red'), blue: new Hunt('blue') };
  #faults: string[] = [];

  /** Returns what is wrong with a puzzle. `record`: the game it names, or null if there is none. */
  run(puzzle: Puzzle, record: string | null): PuzzleReport {
    this.#faults = [];
    const parsed = parseFen(puzzle.fen);
    if (!parsed.ok) return { id: puzzle.id, faults: [`bad FEN: ${parsed.error.code}`], others: 0 };
    const start = parsed.value;
    this.#expect(formatFen(start) === puzzle.fen, 'the FEN is not in its usual form');
    this.#expect(outcome(newGame(RULES, start)).winner === null, 'the game is over');
    this.#expect(
      Number.isInteger(puzzle.rating) && puzzle.rating >= RATINGS.least && puzzle.rating <= RATINGS.most,
      `the rating is ${puzzle.rating}`,
    );
    this.#checkGame(puzzle, record);
    const positions = this.#positionsOf(start, puzzle.line);
    if (positions === null) return { id: puzzle.id, faults: this.#faults, others: 0 };
    if (puzzle.win !== null) this.#checkWin(puzzle, puzzle.win, positions);
    this.#checkMotifs(puzzle, start);
    const others = this.#faults.length === 0 ? this.#checkOthers(puzzle, start) : 0;
    return { id: puzzle.id, faults: this.#faults, others };
  }

  #expect(holds: boolean, fault: string): void {
    if (!holds) this.#faults.push(fault);
  }

  #checkGame({ fen, last, game: { ply } }: Puzzle, record: string | null): void {
    const game = record === null ? null : parseRecord(record);
    if (game === null || !game.ok) {
      this.#expect(false, game === null ? 'its game is missing' : `its game: ${game.error.code}`);
      return;
    }
    this.#expect(ply > 0 && ply <= game.value.history.length, 'its game is too short');
    const before = gameAfter(game.value, ply);
    const move = lastMove(before);
    this.#expect(formatFen(positionOf(before)) === fen, 'its game has another position');
    this.#expect(move !== null && isSameMove(move, last), 'its game has another last move');
  }

  /** Returns the positions before each move of the line, or null if a move is not legal or the game ends before the last. */
  #positionsOf(start: Position, line: readonly Move[]): Position[] | null {
    this.#expect(line.length % 2 === 1, 'the line does not end with an own move');
    const positions: Position[] = [];
    let game: Game = newGame(RULES, start);
    for (const move of line) {
      positions.push(positionOf(game));
      const next = play(game, move);
      if (!next.ok) {
        this.#expect(false, `the line: ${formatStep(move)} ${next.error}`);
        return null;
      }
      game = next.value;
    }
    return positions;
  }

  #hunt(position: Position, hunter: Side, budget: number): Hunt {
    const hunt = this.#hunts[hunter];
    hunt.lay(position, budget);
    return hunt;
  }

  /** Each own move is the only shortest one, each reply resists longest, and the whole takes exactly the stated plies. */
  #checkWin({ line }: Puzzle, win: number, positions: readonly Position[]): void {
    this.#expect(win % 2 === 1 && win <= LONGEST_WIN && line.length <= win, `cannot win in ${win} plies`);
    const solver = turn(positions[0]!);
    for (const [at, position] of positions.entries()) {
      const left = win - at;
      const move = line[at]!;
      if (at % 2 === 1) {
        const after = positionOf(played(position, move));
        const isShorter = left > 2 && this.#hunt(after, solver, BUDGET.proof).catches(left - 3);
        this.#expect(!isShorter, `reply ${formatStep(move)} is not the longest resistance`);
        continue;
      }
      const isSooner = left > 1 && this.#hunt(position, solver, BUDGET.proof).catches(left - 2);
      this.#expect(!isSooner, `wins in fewer than ${left} plies`);
      const winning = this.#hunt(position, solver, BUDGET.proof).catching(left);
      this.#expect(
        winning.some((other) => isSameMove(other, move)),
        `${formatStep(move)} does not win in ${left} plies`,
      );
      if (left > 1) this.#expect(winning.length === 1, `${winning.length} moves win in ${left} plies`);
      else this.#expect(outcome(played(position, move)).winner === solver, 'the last move does not win');
    }
  }

  #checkMotifs({ line, motifs }: Puzzle, start: Position): void {
    const enemy = otherSide(turn(start));
    const isThreatened = (): boolean => this.#hunt(start, enemy, BUDGET.proof).catches(THREAT_PLIES);
    const shown = shownMotifs({ start, line, isThreatened });
    const [wanted, found] = [[...motifs].sort().join(), [...shown].sort().join()];
    this.#expect(wanted === found, `motifs ${wanted || 'none'}, not ${found || 'none'}`);
    this.#expect(motifs.length > 0, 'no motif');
  }

  /** Returns the plies within which no other first move wins, as far as the budget reaches. */
  #checkOthers({ line, win }: Puzzle, start: Position): number {
    const most = win === null ? OTHERS.plies : Math.max(OTHERS.plies, win + OTHERS.more);
    const solver = turn(start);
    const others = legalMoves(start).filter((move) => !isSameMove(move, line[0]!));
    let proved = 0;
    try {
      for (let plies = 1; plies <= most; plies += 2) {
        for (const move of others) {
          const game = played(start, move);
          const wins =
            outcome(game).winner === solver ||
            (plies > 1 && this.#hunt(positionOf(game), solver, BUDGET.others).corners(plies - 1));
          // At the end of a win, every winning move counts.
          this.#expect(!wins || win === 1, `${formatStep(move)} wins too, in ${plies} plies`);
          if (wins) return proved;
        }
        proved = plies;
      }
    } catch (error) {
      if (!(error instanceof HuntLimit)) throw error;
    }
    return proved;
  }
}

function played(position: Position, move: Move): Game {
  const next = play(newGame(RULES, position), move);
  if (!next.ok) throw new Error(`${formatFen(position)} ${formatStep(move)}: ${next.error}`);
  return next.value;
}
