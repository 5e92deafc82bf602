/**
 * Proof of a forced win by looking at everything: every reply of the loser, no pruning, no evaluation, none of the
 * engine's code.
 */
import type { Move, Position } from '@doushouqi/rules';
import { MailBox } from './mailbox.ts';

/** Positions after which a proof is given up. */
const MOST_NODES = 20_000_000;

/**
 * Whether `move` wins within `plies` half-moves, itself among them, and no other move does; null when that would take
 * too long to say.
 */
export function provesOnlyWin(position: Position, { from, to }: Move, plies: number): boolean | null {
  const prover = new Prover(position);
  const code = (from.y * 7 + from.x) | ((to.y * 7 + to.x) << 6);
  const winning = prover.winningMoves(plies);
  return winning === null ? null : winning.length === 1 && winning[0] === code;
}

class Prover {
  readonly #board: MailBox;
  #left = MOST_NODES;

  constructor(position: Position) {
    this.#board = new MailBox(position);
  }

  /** The moves that win within `plies`, or null. */
  winningMoves(plies: number): number[] | null {
    const winning = [...this.#board.moves(plies)].filter((move) => this.#winsBy(move, plies));
    return this.#left > 0 ? winning : null;
  }

  #winsBy(move: number, plies: number): boolean {
    this.#left--;
    this.#board.make(move & 63, move >> 6);
    const won = this.#board.isLost() || (plies > 2 && this.#left > 0 && this.#loses(plies - 1));
    this.#board.unmake();
    return won;
  }

  #loses(plies: number): boolean {
    return this.#board.moves(plies).every((move) => {
      this.#left--;
      this.#board.make(move & 63, move >> 6);
      const lost = !this.#board.isLost() && this.#wins(plies - 1);
      this.#board.unmake();
      return lost;
    });
  }

  /** The quickest wins are looked for first. */
  #wins(plies: number): boolean {
    for (let shorter = 1; shorter <= plies; shorter += 2) {
      if (this.#board.moves(plies).some((move) => this.#winsBy(move, shorter))) return true;
    }
    return false;
  }
}
