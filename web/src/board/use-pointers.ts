import type { PointerEvent, RefObject } from 'react';
import { spotOf } from './elements.ts';
import type { Spot } from './geometry.ts';

/** One who may take a pointer that goes down on the board, and then hears of it until it goes up. */
export interface PointerTaker {
  /** The pointer that is taken now. */
  taken: () => number | null;
  down: (event: PointerEvent<HTMLElement>, spot: Spot) => void;
  move: (pointerId: number, spot: Spot) => void;
  up: (pointerId: number, spot: Spot) => void;
  cancel: (pointerId: number) => void;
}

export interface PointerHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * The one path of mouse and finger into a board. A press is offered to the takers in their order; whoever takes it has
 * the pointer, wherever it goes.
 */
export function pointerHandlers(
  root: RefObject<HTMLElement | null>,
  takers: readonly PointerTaker[],
): PointerHandlers {
  const follow = (event: PointerEvent<HTMLElement>, act: 'move' | 'up'): void => {
    const taker = takers.find((one) => one.taken() === event.pointerId);
    if (taker && root.current) taker[act](event.pointerId, spotOf(root.current, event));
  };
  return {
    onPointerDown(event) {
      const board = root.current;
      if (!board) return;
      const isTaken = (one: PointerTaker): boolean => {
        one.down(event, spotOf(board, event));
        return one.taken() === event.pointerId;
      };
      if (takers.some(isTaken)) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => follow(event, 'move'),
    onPointerUp: (event) => follow(event, 'up'),
    onPointerCancel: (event) => {
      for (const taker of takers) if (taker.taken() === event.pointerId) taker.cancel(event.pointerId);
    },
  };
}
