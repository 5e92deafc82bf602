/** The line of a proved win: only moves of the solver against the longest resistance. */
import {
  legalMoves,
  type Move,
  newGame,
  outcome,
  type Position,
  pieceAt,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { Forced } from './forced.ts';
import { gameWith } from './games.ts';
import { RULES } from './look.ts';

/** Positions that one proof may visit. */
const MOST_POSITIONS = 2_000_000;

/** Returns the position after a legal move. */
export function afterMove(position: Position, move: Move): Position {
  return positionOf(gameWith(newGame(RULES, position), move));
}

export class LineBuilder {
  readonly #forced = { red: new Forced('red'), blue: new Forced('blue') };

  /** Forgets earlier proofs. */
  forget(): void {
    this.#forced.red.forget();
    this.#forced.blue.forget();
  }

  /** Returns the plies to the shortest win of the side to move within `most`, or null. Throws `TooMany`. */
  shortest(position: Position, most: number): number | null {
    return this.#at(position).shortest(most);
  }

  /** Whether the other side would win within `plies` if it were to move. */
  isThreatened(position: Position, plies: number): boolean {
    const forced = this.#forced[turn(position) === 'red' ? 'blue' : 'red'];
    forced.set(position, MOST_POSITIONS);
    return forced.wins(plies);
  }

  /**
   * Returns the line of a win in `plies`, or null if the first move is not the only shortest one. It ends before an own move that
   * is not the only one, or that `isOnly` refuses. Throws `TooMany`.
   */
  line(start: Position, plies: number, isOnly: (position: Position) => boolean): Move[] | null {
    const line: Move[] = [];
    let position = start;
    for (let left = plies; ; left -= 2) {
      const winners = this.#at(position).winners(left);
      if (left === 1) {
        const wins = winners.filter(
          (move) => outcome(gameWith(newGame(RULES, position), move)).winner !== null,
        );
        line.push(wins.find(({ to }) => to.x === 3 && to.y % 8 === 0) ?? wins[0]!);
        return line;
      }
      if (winners.length !== 1 || (line.length > 0 && !isOnly(position))) {
        line.pop();
        return line.length > 0 ? line : null;
      }
      line.push(winners[0]!);
      position = afterMove(position, winners[0]!);
      const reply = this.#reply(position, left - 2);
      line.push(reply);
      position = afterMove(position, reply);
    }
  }

  #at(position: Position): Forced {
    const forced = this.#forced[turn(position)];
    forced.set(position, MOST_POSITIONS);
    return forced;
  }

  /** The reply that lasts `left` more plies; of several, the one with the fewest winning answers, then a capture. */
  #reply(position: Position, left: number): Move {
    let best: Move | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const move of legalMoves(position)) {
      const forced = this.#at(afterMove(position, move));
      if (left > 1 && forced.wins(left - 2)) continue;
      const score = forced.winners(left).length * 2 - (pieceAt(position, move.to) ? 1 : 0);
      if (score >= least) continue;
      best = move;
      least = score;
    }
    return best!;
  }
}
