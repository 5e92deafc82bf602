import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { boardSize, cellCentre, type Spot } from './geometry.ts';
import {
  dropTarget,
  type Gesture,
  IDLE,
  type Interaction,
  type Outcome,
  step,
  type Table,
} from './interaction.ts';
import { focusAfter } from './keyboard.ts';
import { settleBack, shakeIllegal } from './motion.ts';
import { type Point, samePoint } from './types.ts';

/** Events and state of the hand over a board: one path for mouse, finger and keys. */
export interface Hand {
  state: Interaction;
  /** Where a drag under way would end. */
  over: Point | null;
  /** The square with the roving focus. */
  focus: Point;
  pointer: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocusCell: (at: Point) => void;
}

const spotOf = (root: HTMLElement, event: PointerEvent): Spot => {
  const box = root.getBoundingClientRect();
  return { left: event.clientX - box.left, top: event.clientY - box.top, width: box.width };
};

/** The element of the piece on a square, and the picture inside it. */
export const pieceOn = (root: HTMLElement, at: Point): { piece: HTMLElement; face: HTMLElement } | null => {
  const piece = root.querySelector<HTMLElement>(`[data-piece][data-at="${at.x},${at.y}"]`);
  const face = piece?.querySelector<HTMLElement>('img');
  return piece && face ? { piece, face } : null;
};

/** Puts a dragged piece under the pointer, past React: a drag must not wait for a render. */
const carry = (root: HTMLElement, { layout, flipped }: Table, from: Point, spot: Spot): void => {
  const held = pieceOn(root, from);
  if (!held) return;
  const edge = spot.width / boardSize(layout).width;
  const home = cellCentre(layout, from, flipped);
  held.piece.style.translate = `${spot.left - home.left * edge}px ${spot.top - home.top * edge}px`;
};

const putDown = (root: HTMLElement, from: Point, back: boolean): void => {
  const held = pieceOn(root, from);
  const offset = held?.piece.style.translate;
  if (!held || !offset) return;
  held.piece.style.translate = '';
  if (back) settleBack(held.piece, offset);
};

interface Options {
  root: RefObject<HTMLElement | null>;
  table: Table;
  /** The first square that Tab reaches. */
  start: Point;
  onOutcome: (outcome: Outcome) => void;
}

interface Machine {
  state: Interaction;
  /** The state as of the last gesture: several may come between two renders. */
  current: RefObject<Interaction>;
  act: (gesture: Gesture) => void;
}

/** The state machine of `interaction.ts` with what it means for the pieces on the screen. */
const useMachine = ({ root, table, onOutcome }: Options): Machine => {
  const [state, setState] = useState(IDLE);
  const current = useRef(IDLE);
  const act = (gesture: Gesture): void => {
    const before = current.current;
    const { state: after, outcome } = step(before, gesture, table);
    current.current = after;
    if (after !== before) setState(after);
    const board = root.current;
    if (board && before.press?.dragging && !after.press) {
      putDown(board, before.press.from, outcome?.kind !== 'move');
    }
    if (board && outcome?.kind === 'illegal') {
      const held = pieceOn(board, outcome.from);
      if (held) shakeIllegal(held.face);
    }
    if (outcome) onOutcome(outcome);
  };
  const latest = useRef(act);
  latest.current = act;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hold is looked at again when the table changes
  useLayoutEffect(() => latest.current({ kind: 'refresh' }), [table.model, table.flipped]);
  return { state, current, act };
};

/** Pointer events for the machine, and the square that a drag is over. */
const usePointer = (
  { root, table }: Options,
  { state, current, act }: Machine,
): Pick<Hand, 'pointer' | 'over'> => {
  const [over, setOver] = useState<Point | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !root.current) return;
    const touch = event.pointerType !== 'mouse';
    act({ kind: 'down', pointerId: event.pointerId, touch, spot: spotOf(root.current, event) });
    if (current.current.press?.pointerId === event.pointerId) root.current.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!root.current || current.current.press?.pointerId !== event.pointerId) return;
    const spot = spotOf(root.current, event);
    act({ kind: 'move', pointerId: event.pointerId, spot });
    const { press } = current.current;
    if (!press?.dragging) return;
    carry(root.current, table, press.from, spot);
    const next = dropTarget(table, press, spot);
    setOver((known) => (samePoint(known, next) ? known : next));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    if (root.current) act({ kind: 'up', pointerId: event.pointerId, spot: spotOf(root.current, event) });
  };
  const onPointerCancel = (event: PointerEvent<HTMLElement>): void =>
    act({ kind: 'cancel', pointerId: event.pointerId });
  const pointer = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
  return { pointer, over: state.press?.dragging ? over : null };
};

/** The hand over one board. */
export const useHand = (options: Options): Hand => {
  const { root, table, start } = options;
  const machine = useMachine(options);
  const { state, act } = machine;
  const [focus, setFocus] = useState(start);
  const focusCell = (at: Point): void => {
    setFocus(at);
    root.current?.querySelector<HTMLElement>(`[data-cell="${at.x},${at.y}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = focusAfter(focus, event.key, event.ctrlKey || event.metaKey, table.flipped);
    if (next) focusCell(next);
    else if (event.key === 'Enter' || event.key === ' ') act({ kind: 'activate', at: focus });
    else if (event.key === 'Escape' && state.selected) act({ kind: 'escape' });
    else return;
    event.preventDefault();
  };
  return { state, ...usePointer(options, machine), focus, onKeyDown, onFocusCell: setFocus };
};
