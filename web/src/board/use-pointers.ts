import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Spot } from './geometry.ts';
import type { Point } from './types.ts';

/** Screen positions of a board's elements. */

/** Position of a pointer from the board's upper left corner. */
function spotOf(root: HTMLElement, at: { clientX: number; clientY: number }): Spot {
  const box = root.getBoundingClientRect();
  return { left: at.clientX - box.left, top: at.clientY - box.top, width: box.width };
}

/** Returns the element of the piece on a square, and its picture. */
export function pieceOn(root: HTMLElement, at: Point): { piece: HTMLElement; face: HTMLElement } | null {
  const piece = root.querySelector<HTMLElement>(`[data-piece][data-at="${at.x},${at.y}"]`);
  const face = piece?.querySelector<HTMLElement>('[data-face]');
  return piece && face ? { piece, face } : null;
}

/** Focuses a square. */
export function focusSquare(root: HTMLElement | null, at: Point): void {
  root?.querySelector<HTMLElement>(`[data-cell="${at.x},${at.y}"]`)?.focus();
}

/** A handler that may capture a pointer on press and then receives its events until the release. */
export interface PointerTaker {
  /** The captured pointer. */
  taken: () => number | null;
  down: (event: PointerEvent<HTMLElement>, spot: Spot) => void;
  move: (pointerId: number, spot: Spot) => void;
  up: (pointerId: number, spot: Spot) => void;
  cancel: () => void;
}

export interface PointerHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * The single path of mouse and touch into a board. Each press is offered to the handlers in order; the first that
 * accepts it captures the pointer. A second finger or a second button cancels: it may be a pinch, which the browser
 * handles. A finger counts again when all have left the screen.
 */
export function pointerHandlers(
  root: RefObject<HTMLElement | null>,
  takers: readonly PointerTaker[],
): PointerHandlers {
  const follow = (event: PointerEvent<HTMLElement>, act: 'move' | 'up'): void => {
    const taker = takers.find((one) => one.taken() === event.pointerId);
    if (taker && root.current) taker[act](event.pointerId, spotOf(root.current, event));
  };
  /** Ends the current press. Returns whether there was one. */
  const cancel = (): boolean => {
    const pressed = takers.filter((one) => one.taken() !== null);
    for (const taker of pressed) taker.cancel();
    return pressed.length > 0;
  };
  return {
    onPointerDown(event) {
      const board = root.current;
      if (!board || cancel() || !event.isPrimary) return;
      const isTaken = (one: PointerTaker): boolean => {
        one.down(event, spotOf(board, event));
        return one.taken() === event.pointerId;
      };
      if (takers.some(isTaken)) event.currentTarget.setPointerCapture(event.pointerId);
    },
    // A change of a second button is a move whose `button` is not -1.
    onPointerMove: (event) => (event.button === -1 ? follow(event, 'move') : void cancel()),
    onPointerUp: (event) => follow(event, 'up'),
    onPointerCancel: (event) => {
      if (takers.some((one) => one.taken() === event.pointerId)) cancel();
    },
  };
}

interface Machine<State, Gesture, Action> {
  state: State;
  /** The state after the last gesture; several may happen between two renders. */
  now: () => State;
  run: (gesture: Gesture) => { before: State; after: State; action: Action | null };
}

/** Holds the state of one of the board's pure state machines. */
export function useMachine<State, Gesture, Action>(
  idle: State,
  step: (state: State, gesture: Gesture) => { state: State; action: Action | null },
): Machine<State, Gesture, Action> {
  const [state, setState] = useState(idle);
  const current = useRef(idle);
  const run = (gesture: Gesture): { before: State; after: State; action: Action | null } => {
    const before = current.current;
    const { state: after, action } = step(before, gesture);
    current.current = after;
    if (after !== before) setState(after);
    return { before, after, action };
  };
  return { state, now: () => current.current, run };
}
