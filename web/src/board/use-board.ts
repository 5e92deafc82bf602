import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { BoardProps } from './board-props.ts';
import { focusSquare } from './elements.ts';
import type { HandAction } from './interaction.ts';
import { focusAfter } from './keyboard.ts';
import type { BoardShape } from './shapes.ts';
import type { BoardModel, Point } from './types.ts';
import { useDrawing } from './use-drawing.ts';
import { type HandView, useHand } from './use-hand.ts';
import { type PointerHandlers, pointerHandlers } from './use-pointers.ts';

/** What a board shows and does, put together from the hands that may be over it. */
interface BoardState {
  root: RefObject<HTMLDivElement | null>;
  /** The model; without its moves while pieces are set up. */
  model: BoardModel;
  view: HandView;
  /** The shape that is being drawn. */
  draft: BoardShape | null;
  /** Square on which the hand has just put a piece. */
  dropped: RefObject<Point | null>;
  /** The square with the roving focus. */
  focus: Point;
  onFocusCell: (at: Point) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  handlers: PointerHandlers & { onPointerDownCapture: () => void };
}

function withoutMoves(model: BoardModel): BoardModel {
  return {
    ...model,
    movable: null,
    legal: new Map(),
    blockers: new Map(),
  };
}

export function useBoard(props: BoardProps): BoardState {
  const { theme, flipped, placing, drawable = false, pen = null } = props;
  const own = useRef<HTMLDivElement>(null);
  const root = placing?.board ?? own;
  const ownDrop = useRef<Point | null>(null);
  const still = Boolean(placing);
  const model = useMemo(() => (still ? withoutMoves(props.model) : props.model), [still, props.model]);
  const onAction = (action: HandAction): void => {
    if (action.kind === 'illegal') {
      props.onIllegal(action.from, action.to, action.dragged);
      return;
    }
    if (action.dragged) ownDrop.current = action.to;
    props.onMove(action.from, action.to);
  };
  const { layout } = theme;
  const moving = useHand({ root, scene: { model, layout, flipped }, onAction });
  const hand = placing ?? moving;
  const onDraw = props.onDraw ?? (() => {});
  const drawing = useDrawing({ layout, flipped, drawable, pen: drawable ? pen : null, onDraw });
  const unplan = useUnplanning(model.planned !== null, props.onUnplan);
  const [focus, setFocus] = useState({ x: 3, y: flipped ? 0 : 8 });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' || event.key === ' ') unplan();
    const next = focusAfter(focus, event.key, event.ctrlKey || event.metaKey, flipped);
    if (next) {
      setFocus(next);
      focusSquare(root.current, next);
    } else if (!drawing.onKey(event, focus) && !hand.onKey(event.key, focus)) return;
    event.preventDefault();
  };
  return {
    root,
    model,
    view: hand.view,
    draft: drawing.draft,
    dropped: placing?.dropped ?? ownDrop,
    focus,
    onFocusCell: setFocus,
    onKeyDown,
    handlers: {
      // With the pen out no finger reaches the pieces.
      ...pointerHandlers(root, drawable && pen ? [drawing.pointer] : [drawing.pointer, hand.pointer]),
      onPointerDownCapture: unplan,
    },
  };
}

/** Escape lets a planned move go wherever the focus is; returns the same for the hand. */
function useUnplanning(planned: boolean, onUnplan: () => void): () => void {
  const latest = useRef(onUnplan);
  latest.current = onUnplan;
  useEffect(() => {
    if (!planned) return;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [planned]);
  return () => {
    if (planned) onUnplan();
  };
}
