import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Spot } from './geometry.ts';
import { shakeIllegal } from './motion.ts';
import {
  EMPTY_HAND,
  type Held,
  landing,
  type Placement,
  type PlacementAction,
  type PlacementGesture,
  type PlacementScene,
  place,
  placesOf,
} from './placing.ts';
import type { BoardTheme } from './theme.ts';
import { ANIMALS, type BoardPiece, type PieceId, type Point, pieceKey, SIDES, samePoint } from './types.ts';
import type { Hand } from './use-hand.ts';
import {
  type PointerHandlers,
  type PointerTaker,
  pieceOn,
  pointerHandlers,
  useMachine,
} from './use-pointers.ts';

export interface PlacingOptions {
  /** The pieces on the board; all others are in the pool. */
  pieces: readonly BoardPiece[];
  theme: BoardTheme;
  /** Blue's end is at the bottom. */
  flipped: boolean;
  /** Returns whether a piece may be placed on a square. Never called for its own square. */
  canPlace: (piece: PieceId, at: Point) => boolean;
  /** A piece was placed on a square, from the pool or from another square. */
  onPlace: (piece: PieceId, at: Point) => void;
  /** A piece was taken off the board. */
  onRemove: (piece: PieceId) => void;
  /** The user tried to place a piece on a square that does not accept it. */
  onIllegalPlace: (piece: PieceId, at: Point) => void;
}

/** Free placing of pieces, shared by `Board` and `PiecePool`. */
export interface Placing extends Hand {
  board: RefObject<HTMLDivElement | null>;
  pool: RefObject<HTMLDivElement | null>;
  /** Square of the last drop: the piece is there already and is not animated. */
  dropped: RefObject<Point | null>;
  pieces: readonly BoardPiece[];
  theme: BoardTheme;
  held: Held | null;
  /** Returns whether the selected piece may be placed on this square. */
  takes: (at: Point) => boolean;
  /** Picture of the dragged piece; null without a drag; `off` while a release would remove the piece. */
  carried: { piece: PieceId; off: boolean } | null;
  /** Moves the picture of the dragged piece under the pointer. */
  follow: (picture: HTMLElement | null) => void;
  poolPointer: PointerHandlers;
  /** A click in the pool without a pointer: Enter, Space, a screen reader. */
  onPoolClick: (event: MouseEvent<HTMLElement>, piece: PieceId) => void;
  onEscape: () => void;
}

/** All pieces, strongest first. */
export const ALL_PIECES: readonly PieceId[] = SIDES.flatMap((side) =>
  [...ANIMALS].reverse().map((animal) => ({ side, animal })),
);

function slotOf(pool: HTMLElement | null, piece: PieceId): HTMLElement | null {
  return pool?.querySelector<HTMLElement>(`[data-pool="${pieceKey(piece)}"]`) ?? null;
}

/** Returns the piece of the pool under a pointer, or null on an empty slot. */
function pooledAt(target: EventTarget, pieces: readonly BoardPiece[]): PieceId | null {
  const key =
    target instanceof Element ? target.closest<HTMLElement>('[data-pool]')?.dataset.pool : undefined;
  const piece = ALL_PIECES.find((one) => pieceKey(one) === key);
  return piece && !pieces.some((one) => pieceKey(one) === key) ? piece : null;
}

const NOTHING: PlacingOptions['canPlace'] = () => false;

function sceneOf(options: PlacingOptions | null): PlacementScene {
  return {
    pieces: options?.pieces ?? [],
    layout: options?.theme.layout ?? { horizontalPadding: 0, verticalPadding: 0, gap: 0 },
    flipped: options?.flipped ?? false,
    canPlace: options?.canPlace ?? NOTHING,
  };
}

interface Actor {
  state: Placement;
  now: () => Placement;
  act: (gesture: PlacementGesture) => PlacementAction | null;
}

type Roots = Pick<Placing, 'board' | 'pool' | 'dropped'>;

function shake({ board, pool }: Roots, { piece, from }: Held): void {
  const face = from
    ? board.current && pieceOn(board.current, from)?.face
    : slotOf(pool.current, piece)?.querySelector('img');
  if (face) shakeIllegal(face);
}

/** Runs the state machine of `placing.ts` and reports its results to the caller, which has the rules. */
function useActor(roots: Roots, options: PlacingOptions | null): Actor {
  const scene = sceneOf(options);
  const { state, now, run } = useMachine(EMPTY_HAND, (before, gesture: PlacementGesture) =>
    place(before, gesture, scene),
  );
  const act = (gesture: PlacementGesture): PlacementAction | null => {
    const { action } = run(gesture);
    if (action?.kind === 'place') {
      roots.dropped.current = action.dragged ? action.at : null;
      options?.onPlace(action.held.piece, action.at);
    }
    if (action?.kind === 'remove') options?.onRemove(action.piece);
    if (action?.kind === 'illegal') {
      shake(roots, action.held);
      options?.onIllegalPlace(action.held.piece, action.at);
    }
    return action;
  };
  const latest = useRef(act);
  latest.current = act;
  const on = options !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hand is looked at again when the scene changes
  useLayoutEffect(() => {
    latest.current({ kind: on ? 'refresh' : 'escape' });
  }, [on, options?.pieces, options?.flipped]);
  return { state, now, act };
}

/** The picture of a dragged piece, which follows the pointer without React. */
function useCarrying(board: Placing['board']): { follow: Placing['follow']; carry: (spot: Spot) => void } {
  const picture = useRef<HTMLElement | null>(null);
  const last = useRef<Spot | null>(null);
  const draw = (): void => {
    const box = board.current?.getBoundingClientRect();
    if (!box || !last.current || !picture.current) return;
    picture.current.style.translate = `${box.left + last.current.left}px ${box.top + last.current.top}px`;
  };
  return {
    follow: (element) => {
      picture.current = element;
      draw();
    },
    carry: (spot) => {
      last.current = spot;
      draw();
    },
  };
}

type Over = ReturnType<typeof landing>;

/** Presses on the board and on the pool, and the destination of a drag. */
function usePlacingPointer(
  board: Placing['board'],
  options: PlacingOptions | null,
  { now, act }: Actor,
): { over: Over; onBoard: PointerTaker; onPool: PointerTaker; follow: Placing['follow'] } {
  const [over, setOver] = useState<Over>(null);
  const { follow, carry } = useCarrying(board);
  const onBoard: PointerTaker = {
    taken: () => now().press?.pointerId ?? null,
    down({ button, pointerId, pointerType }, spot) {
      if (button === 0) act({ kind: 'down', pointerId, touch: pointerType !== 'mouse', spot });
    },
    move(pointerId, spot) {
      act({ kind: 'move', pointerId, spot });
      const { held, press } = now();
      if (!held || !press?.dragging) return;
      carry(spot);
      const next = landing(sceneOf(options), held, press.touch, spot);
      setOver((known) =>
        typeof next === 'object' && typeof known === 'object' && samePoint(known, next) ? known : next,
      );
    },
    up: (pointerId, spot) => void act({ kind: 'up', pointerId, spot }),
    cancel: () => void act({ kind: 'cancel' }),
  };
  const onPool: PointerTaker = {
    ...onBoard,
    down({ button, pointerId, pointerType, target }, spot) {
      if (button !== 0) return;
      const piece = pooledAt(target, options?.pieces ?? []);
      act({ kind: 'downPool', pointerId, touch: pointerType !== 'mouse', spot, piece });
    },
  };
  return { over, onBoard, onPool, follow };
}

/** Keys on the squares and in the pool. The focus follows the piece. */
function placingKeys({ board, pool }: Roots, options: PlacingOptions | null, { now, act }: Actor) {
  const backToPool = (held: Held | null): void => {
    if (held && !held.from) slotOf(pool.current, held.piece)?.focus();
  };
  return {
    onKey(key: string, focus: Point): boolean {
      const { held } = now();
      if (key === 'Enter' || key === ' ') {
        const action = act({ kind: 'activate', at: focus });
        if (action?.kind === 'place') backToPool(action.held);
      } else if (key === 'Delete' || key === 'Backspace') act({ kind: 'clear', at: focus });
      else if (key === 'Escape' && held) {
        act({ kind: 'escape' });
        backToPool(held);
      } else return false;
      return true;
    },
    onPoolClick({ detail }: MouseEvent<HTMLElement>, piece: PieceId): void {
      if (detail !== 0) return;
      const isOut = options?.pieces.some((one) => pieceKey(one) === pieceKey(piece));
      act({ kind: 'activatePool', piece: isOut ? null : piece });
      if (now().held) board.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
    },
    onEscape: () => void act({ kind: 'escape' }),
  };
}

/** Free placing of pieces. Pass the result to a `Board` and a `PiecePool`; with null, the board moves pieces. */
export function usePlacing(options: PlacingOptions | null): Placing | null {
  const board = useRef<HTMLDivElement>(null);
  const pool = useRef<HTMLDivElement>(null);
  const dropped = useRef<Point | null>(null);
  const roots = { board, pool, dropped };
  const actor = useActor(roots, options);
  const { over, onBoard, onPool, follow } = usePlacingPointer(board, options, actor);
  if (!options) return null;
  const { held, press } = actor.state;
  const places = held ? placesOf(sceneOf(options), held) : [];
  const dragging = press?.dragging ?? false;
  return {
    ...roots,
    ...placingKeys(roots, options, actor),
    pieces: options.pieces,
    theme: options.theme,
    held,
    takes: (at) => places.some((one) => samePoint(one, at)),
    carried: held && dragging ? { piece: held.piece, off: over === 'off' } : null,
    follow,
    pointer: onBoard,
    poolPointer: pointerHandlers(board, [onPool]),
    view: {
      selected: held?.from ?? null,
      lift: dragging ? 'away' : 'lifted',
      touching: press?.touch ?? false,
      over: dragging && over !== 'off' ? over : null,
      targets: places.map((to) => ({ to, capture: false, leap: false, trap: false })),
    },
  };
}
