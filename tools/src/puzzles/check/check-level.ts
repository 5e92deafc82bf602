/** Checks one level against a proof of its material: position, distance, only first move, stored solution, motif. */
import {
  bestChoice,
  type Choice,
  type Level,
  movesOf,
  readSolution,
  type Solution,
  startOf,
} from '@doushouqi/endgames';
import {
  formatFen,
  type Game,
  legalMoves,
  type Move,
  newGame,
  otherSide,
  outcome,
  type Position,
  parseFen,
  pieceAt,
  pieces,
  play,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import { cellAt, type Man } from './board.ts';
import { hasMotif, type Line, type LinePly } from './motifs.ts';
import { type Proof, prove } from './proof.ts';

export interface Checked {
  readonly level: Level;
  /** Positions of the stored solution. */
  readonly positions: number;
  readonly faults: readonly string[];
}

/** The proofs of a material for both winners, made on first use. */
export class Proofs {
  readonly #men: readonly Man[];
  readonly #made = new Map<Side, Proof>();

  constructor(men: readonly Man[]) {
    this.#men = men;
  }

  /** Plies to the win of a side; null if it does not win. */
  pliesToWin(position: Position, winner: Side, mover = turn(position)): number | null {
    const proof = this.#made.get(winner) ?? prove(this.#men, winner);
    this.#made.set(winner, proof);
    const standing = pieces(position);
    const cells = this.#men.map((man) => {
      const found = standing.find(({ type, side }) => type === man.type && side === man.side);
      return found ? cellAt(found.position) : null;
    });
    return proof.pliesToWin(cells, mover);
  }
}

/** Returns the pieces of a level in a fixed order. */
export function menOf({ fen }: Level): Man[] {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  const order = (a: Man, b: Man): number => a.side.localeCompare(b.side) || a.type - b.type;
  return pieces(position.value)
    .map(({ type, side }) => ({ type, side }))
    .sort(order);
}

function afterMove(position: Position, move: Move): Game {
  const played = play(newGame('local-1', position), move);
  if (!played.ok) throw new Error(`${formatFen(position)}: ${played.error}`);
  return played.value;
}

/** What a move is worth for the player: plies to the goal's win, `held`, or null if it loses the goal. */
type Worth = number | 'held' | null;

export class LevelCheck {
  readonly #level: Level;
  readonly #proofs: Proofs;
  readonly #faults: string[] = [];

  constructor(level: Level, proofs: Proofs) {
    this.#level = level;
    this.#proofs = proofs;
  }

  run(): Checked {
    const start = positionOf(startOf(this.#level));
    this.#checkPosition(start);
    this.#checkDistance(start);
    const firstMoves = legalMoves(start).filter((move) => this.#worthOf(start, move) !== null).length;
    this.#expect(firstMoves === 1, `${firstMoves} first moves keep the goal`);
    const solution = readSolution(this.#level);
    for (const [fen, choices] of solution) this.#checkChoices(fen, choices);
    this.#expect(hasMotif(this.#level.chapter, this.#lineOf(start, solution)), 'the motif is missing');
    return { level: this.#level, positions: solution.size, faults: this.#faults };
  }

  #expect(holds: boolean, fault: string): void {
    if (!holds) this.#faults.push(fault);
  }

  #checkPosition(start: Position): void {
    const { fen, side } = this.#level;
    this.#expect(formatFen(start) === fen, 'the FEN is not in its usual form');
    this.#expect(turn(start) === side, 'the player is not to move');
    this.#expect(outcome(newGame('local-1', start)).winner === null, 'the game is over');
  }

  #checkDistance(start: Position): void {
    const { goal, shortest, side } = this.#level;
    const own = this.#proofs.pliesToWin(start, side);
    if (goal === 'win') {
      this.#expect(own === shortest, `wins in ${own}, not ${shortest}`);
      return;
    }
    const enemy = this.#proofs.pliesToWin(start, otherSide(side));
    this.#expect(own === null && enemy === null, 'the position to hold is not a draw');
    this.#expect(shortest % 2 === 1, 'the player does not make the last move');
  }

  #worthOf(position: Position, move: Move): Worth {
    const { goal, side } = this.#level;
    const game = afterMove(position, move);
    const { winner } = outcome(game);
    if (winner === side) return 1;
    if (goal === 'hold')
      return this.#proofs.pliesToWin(positionOf(game), otherSide(side)) === null ? 'held' : null;
    const plies = this.#proofs.pliesToWin(positionOf(game), side);
    return plies === null ? null : plies + 1;
  }

  #checkChoices(fen: string, choices: readonly Choice[]): void {
    const parsed = parseFen(fen);
    if (!parsed.ok) {
      this.#expect(false, `${fen}: ${parsed.error.code}`);
      return;
    }
    const position = parsed.value;
    this.#expect(choices.length === legalMoves(position).length, `${fen}: a move is missing`);
    for (const choice of choices) {
      const worth = this.#worthOf(position, choice.move);
      this.#expect(this.#isRight(choice, worth), `${fen}: wrong verdict on ${JSON.stringify(choice.move)}`);
      if (choice.verdict !== 'good' || choice.reply === null) continue;
      const after = positionOf(afterMove(position, choice.move));
      this.#expect(this.#isBestReply(after, choice.reply), `${fen}: a weak reply`);
    }
  }

  #isRight(choice: Choice, worth: Worth): boolean {
    if (choice.verdict === 'lost') return worth === null;
    if (this.#level.goal === 'hold') return worth !== null;
    return typeof worth === 'number' && choice.left === (worth - 1) / 2;
  }

  /** Whether no other reply lasts longer, or does better for the defender of a level to hold. */
  #isBestReply(position: Position, reply: Move): boolean {
    const scores = legalMoves(position).map((move) => ({ move, score: this.#scoreOf(position, move) }));
    const isReply = ({ move: { from, to } }: { move: Move }): boolean =>
      cellAt(from) === cellAt(reply.from) && cellAt(to) === cellAt(reply.to);
    const own = scores.find(isReply)?.score;
    return own !== undefined && scores.every(({ score }) => score <= own);
  }

  /** For the defender: a quick win is best, then a draw, then a late loss. */
  #scoreOf(position: Position, move: Move): number {
    const { side } = this.#level;
    const game = afterMove(position, move);
    const enemy = otherSide(side);
    if (outcome(game).winner === enemy) return 1000;
    const winsIn = this.#proofs.pliesToWin(positionOf(game), enemy);
    if (winsIn !== null) return 1000 - winsIn;
    return (this.#proofs.pliesToWin(positionOf(game), side) ?? 500) - 500;
  }

  #lineOf(start: Position, solution: Solution): Line {
    const { goal, side } = this.#level;
    const plies: LinePly[] = [];
    let game = newGame('local-1', start);
    const make = (move: Move): void => {
      const before = positionOf(game);
      const { type, side: mover } = pieceAt(before, move.from)!;
      const taken = pieceAt(before, move.to)?.type ?? null;
      plies.push({ type, side: mover, way: { from: cellAt(move.from), to: cellAt(move.to) }, taken, before });
      game = afterMove(before, move);
    };
    for (let own = 0; own < movesOf(this.#level); own++) {
      const best = bestChoice(solution, game);
      if (best === null) break;
      make(best.move);
      if (best.reply === null || own + 1 === movesOf(this.#level)) break;
      make(best.reply);
    }
    if (goal === 'win') this.#expect(outcome(game).winner === side, 'the line does not win');
    this.#expect(plies.length === this.#level.shortest, `the line has ${plies.length} plies`);
    return {
      plies,
      goal,
      player: side,
      rest: pieces(positionOf(game)),
      pliesToWin: (position, winner, mover) => this.#proofs.pliesToWin(position, winner, mover),
    };
  }
}
