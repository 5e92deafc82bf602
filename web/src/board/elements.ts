import type { Spot } from './geometry.ts';
import type { Point } from './types.ts';

/** Where things of a board are on the screen. */

/** The place of a pointer, from the board's upper left corner. */
export function spotOf(root: HTMLElement, at: { clientX: number; clientY: number }): Spot {
  const box = root.getBoundingClientRect();
  return { left: at.clientX - box.left, top: at.clientY - box.top, width: box.width };
}

/** The element of the piece on a square, and what is seen of it inside. */
export function pieceOn(root: HTMLElement, at: Point): { piece: HTMLElement; face: HTMLElement } | null {
  const piece = root.querySelector<HTMLElement>(`[data-piece][data-at="${at.x},${at.y}"]`);
  const face = piece?.querySelector<HTMLElement>('[data-face]');
  return piece && face ? { piece, face } : null;
}

/** Lays the focus on a square. */
export function focusSquare(root: HTMLElement | null, at: Point): void {
  root?.querySelector<HTMLElement>(`[data-cell="${at.x},${at.y}"]`)?.focus();
}
