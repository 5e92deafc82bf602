import type { Side } from '@doushouqi/rules';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { BoardLayout } from './geometry.ts';
import type { HandAction } from './interaction.ts';
import { focusAfter } from './keyboard.ts';
import { shakeIllegal } from './motion.ts';
import {
  type BoardShape,
  type Modifiers,
  type ShapeColor,
  type Stroke,
  type StrokeGesture,
  shapeColorOf,
  shapeOf,
  stroke,
} from './shapes.ts';
import type { BoardTheme } from './theme.ts';
import type { BoardModel, Cross, Point, Terrain } from './types.ts';
import { type HandView, useHand } from './use-hand.ts';
import type { Placing } from './use-placing.ts';
import {
  focusSquare,
  type PointerHandlers,
  type PointerTaker,
  pieceOn,
  pointerHandlers,
  useMachine,
} from './use-pointers.ts';

interface Options {
  layout: BoardLayout;
  flipped: boolean;
  /** The right button and the key M draw. */
  drawable: boolean;
  /** The color in which every press draws; null while presses move pieces. */
  pen: ShapeColor | null;
  onDraw: (shape: BoardShape) => void;
}

interface Drawing {
  /** The shape being drawn. */
  draft: BoardShape | null;
  pointer: PointerTaker;
  /** Handles a key on the focused square. Returns whether the key was used. */
  onKey: (event: Modifiers & { code: string }, focus: Point) => boolean;
}

const RIGHT_BUTTON = 2;

/** Drawing of arrows and circles on a board. */
function useDrawing({ layout, flipped, drawable, pen, onDraw }: Options): Drawing {
  const scene = { layout, flipped };
  const { state, now, run } = useMachine(null as Stroke, (before, gesture: StrokeGesture) =>
    stroke(before, gesture, scene),
  );
  const act = (gesture: StrokeGesture): void => {
    const { action } = run(gesture);
    if (action) onDraw(action);
  };
  const color = (keys: Modifiers): ShapeColor => shapeColorOf(keys, pen ?? undefined);
  const pointer: PointerTaker = {
    taken: () => now()?.pointerId ?? null,
    down(event, spot) {
      const draws = drawable && (event.button === RIGHT_BUTTON || (pen !== null && event.button === 0));
      if (draws) act({ kind: 'down', pointerId: event.pointerId, spot, color: color(event) });
    },
    move: (pointerId, spot) => act({ kind: 'move', pointerId, spot }),
    up: (pointerId, spot) => act({ kind: 'up', pointerId, spot }),
    cancel: () => act({ kind: 'cancel' }),
  };
  // With Control or Meta the key belongs to the browser.
  const onKey = (event: Modifiers & { code: string }, at: Point): boolean => {
    if (!drawable || event.code !== 'KeyM' || event.ctrlKey || event.metaKey) return false;
    onDraw({ kind: 'mark', at, color: color(event) });
    return true;
  };
  return { draft: shapeOf(state), pointer, onKey };
}

/** State and handlers of a board, from all its modes of interaction. */
interface BoardState {
  root: RefObject<HTMLDivElement | null>;
  /** The model; without legal moves while pieces are set up. */
  model: BoardModel;
  view: HandView;
  /** The shape being drawn. */
  draft: BoardShape | null;
  /** Square of the last drop. */
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
  const moving = useHand({ root, scene: { model, layout, flipped }, held: props.held, onAction });
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
      // With an active pen, presses do not reach the pieces.
      ...pointerHandlers(root, drawable && pen ? [drawing.pointer] : [drawing.pointer, hand.pointer]),
      onPointerDownCapture: unplan,
    },
  };
}

/** Escape cancels a premove, wherever the focus is; returns the same for a press. */
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

/** Milliseconds that crosses are shown, as long as the toast. */
const SHOWN_MS = 3000;
const NONE: readonly Cross[] = [];

/** Shakes the piece of a refused move. Returns the crosses, until the next press or position, or for 3 s. */
export function useRefusal(
  root: RefObject<HTMLElement | null>,
  refused: RefusedMove | null | undefined,
  { pieces }: BoardModel,
): readonly Cross[] {
  const [crosses, setCrosses] = useState(NONE);
  const refusal = refused?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useLayoutEffect(() => {
    const held = refused?.at && root.current && pieceOn(root.current, refused.at);
    if (held) shakeIllegal(held.face);
    setCrosses(refused?.crosses ?? NONE);
  }, [refusal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another position, another game
  useLayoutEffect(() => setCrosses(NONE), [pieces]);
  useEffect(() => {
    if (crosses.length === 0) return;
    const clear = (): void => setCrosses(NONE);
    const timer = setTimeout(clear, SHOWN_MS);
    window.addEventListener('pointerdown', clear, true);
    window.addEventListener('keydown', clear, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', clear, true);
      window.removeEventListener('keydown', clear, true);
    };
  }, [crosses]);
  return crosses;
}

/** A refused move: its piece shakes once per `id`; the crosses stay for 3 s or until the next press. */
export interface RefusedMove {
  id: number;
  /** The square of the piece. */
  at: Point | null;
  crosses: readonly Cross[];
}

/** Inputs and reports of a board. */
export interface BoardProps {
  model: BoardModel;
  theme: BoardTheme;
  /** Blue's end is at the bottom. */
  flipped: boolean;
  terrain: (at: Point) => Terrain;
  /** Side to move, version and number of plies of the displayed position, as data attributes for tests and tools. */
  turn: Side;
  version: number;
  ply: number;
  /** Text of the last move for screen readers. */
  announcement: string;
  /** A game is running: the den of the side to move glows. */
  running?: boolean;
  /** Shown pale, behind other content. */
  dimmed?: boolean;
  /** The last move that was refused. */
  refused?: RefusedMove | null;
  /** Arrows and marked squares over the position. */
  shapes?: readonly BoardShape[];
  /** The square that a lesson asks for. */
  goal?: Point | null;
  /** A badge over the upper right corner of a square. */
  badge?: { at: Point; content: ReactNode } | null;
  /** The right mouse button draws arrows and circles, and the key M marks the focused square. */
  drawable?: boolean;
  /** On a drawable board: every press draws in this color, also a finger's; null while presses move pieces. */
  pen?: ShapeColor | null;
  /** A shape was drawn; an equal one is to be removed, see `toggleShape`. */
  onDraw?: (shape: BoardShape) => void;
  /** Pieces are set up freely (`usePlacing`), and not moved: the model's legal moves are ignored. */
  placing?: Placing | null;
  /** Square of the selected piece: it stays when another board takes the place of this one. */
  held?: RefObject<Point | null> | undefined;
  onMove: (from: Point, to: Point) => void;
  /** The user tried an illegal move, by a drag or by two clicks. */
  onIllegal: (from: Point, to: Point, dragged: boolean) => void;
  /** Any press, also a right click, or Escape cancels a premove. */
  onUnplan: () => void;
}
