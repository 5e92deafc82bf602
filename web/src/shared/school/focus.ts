import { type MouseEvent, type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Keyboards and screen readers go on where the next action is: at the board, or at the button to the next task. */

/** Milliseconds after the end of a task: the press that ended it must not reach the button. */
const LATE_MS = 600;

interface AfterPress {
  readonly focusBoard: boolean;
}

/** Moves the focus to the board. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Moves the focus to the board after a press of a key, which removes what was pressed. */
export function followKey({ detail }: MouseEvent): void {
  if (detail === 0) requestAnimationFrame(focusBoard);
}

/** Returns the state of a navigation to another board. `detail`: of the press, 0 for a key. */
export function stateAfter({ detail }: Pick<MouseEvent, 'detail'>): AfterPress {
  return { focusBoard: detail === 0 };
}

/** Moves the focus to the board if a press of a key led to this page. */
export function useBoardFocus(): void {
  const { state } = useLocation();
  const isAsked = (state as AfterPress | null)?.focusBoard === true;
  useEffect(() => {
    if (isAsked) focusBoard();
  }, [isAsked]);
}

/** Moves the focus from the board to a button a moment after a task has ended. */
export function useLateFocus(button: RefObject<HTMLButtonElement | null>, isOver = true): void {
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isFree = activeElement === document.body || activeElement?.hasAttribute('data-cell');
      if (isFree) button.current?.focus({ preventScroll: true });
    }, LATE_MS);
    return () => clearTimeout(timer);
  }, [button, isOver]);
}
