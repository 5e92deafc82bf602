/**
 * The stored solution of a level: all positions that a player can reach with moves that keep the goal, however long the win takes,
 * against the one reply of the defender. The form is described at `readSolution` of `packages/endgames`.
 */
import { formatFen, type Position } from '@doushouqi/rules';
import { isEnd, replyTo, type ValuedMove, valuedMoves } from './explore.ts';
import type { Solution } from './solver.ts';

interface Node {
  readonly position: Position;
  /** Own moves before it, by the shortest way. */
  readonly depth: number;
}

export interface Graph {
  readonly text: string;
  readonly nodes: number;
  /** Positions with one good move. */
  readonly onlyMoves: number;
}

export interface Task {
  readonly start: Position;
  readonly goal: 'win' | 'hold';
  readonly shortest: number;
}

/** Returns the stored solution, or null if it has more than `limit` positions. */
export function graphOf(solution: Solution, { start, goal, shortest }: Task, limit: number): Graph | null {
  const known = new Map<string, true>([[formatFen(start), true]]);
  const queue: Node[] = [{ position: start, depth: 0 }];
  let text = '';
  let onlyMoves = 0;
  const visit = (position: Position, depth: number): void => {
    const key = formatFen(position);
    if (known.has(key)) return;
    known.set(key, true);
    queue.push({ position, depth });
  };
  for (let at = 0; at < queue.length; at++) {
    if (queue.length > limit) return null;
    const { position, depth } = queue[at]!;
    const isLast = goal === 'hold' && depth === (shortest - 1) / 2;
    const moves = valuedMoves(solution, position);
    if (
      moves.filter((move) => (goal === 'win' ? move.result === 'win' : move.result !== 'loss')).length === 1
    )
      onlyMoves++;
    for (const move of moves) {
      const mark = goal === 'win' ? winMark(move) : holdMark(move);
      text += mark;
      if (mark === '.' || isEnd(move) || isLast) continue;
      const reply = replyTo(solution, move.next, goal);
      text += valuedMoves(solution, move.next)
        .findIndex(({ move: { from, to } }) => isSame(from, reply.move.from) && isSame(to, reply.move.to))
        .toString(36);
      visit(reply.next, depth + 1);
    }
  }
  return { text, nodes: queue.length, onlyMoves };
}

function isSame(a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  return a.x === b.x && a.y === b.y;
}

function winMark({ result, plies }: ValuedMove): string {
  return result === 'win' ? ((plies - 1) / 2).toString(36) : '.';
}

function holdMark(move: ValuedMove): string {
  if (move.result === 'loss') return '.';
  return isEnd(move) ? '0' : '=';
}
