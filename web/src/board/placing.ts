import { type BoardLayout, isOnBoard, nearestWithin, type Spot, SQUARES, squareAt } from './geometry.ts';
import { isDrag, type Press, TOUCH_SNAP_DISTANCE } from './interaction.ts';
import { type BoardPiece, type PieceId, type Point, pieceAt, samePiece, samePoint } from './types.ts';

/** Set-up of pieces from the pool, between squares and off the board, as one pure state machine. */

/** The selected piece and its square; null if it comes from the pool. */
export interface Held {
  piece: PieceId;
  from: Point | null;
}

/** A finger's press outside of the pieces acts on release: on a square, or on an empty slot of the pool. */
type HeldPress = Omit<Press, 'from' | 'onto'> & { onto: Point | 'pool' | null };
type NewPress = Omit<HeldPress, 'wasSelected' | 'onto'> | null;

export interface Placement {
  held: Held | null;
  press: HeldPress | null;
}

export const EMPTY_HAND: Placement = { held: null, press: null };

interface Pointed {
  pointerId: number;
  spot: Spot;
}

/** Points are relative to the board's corner, also outside of the board. */
export type PlacementGesture =
  | ({ kind: 'down'; touch: boolean } & Pointed)
  /** A press on the pool: on one of its pieces, or on an empty slot. */
  | ({ kind: 'downPool'; touch: boolean; piece: PieceId | null } & Pointed)
  | ({ kind: 'move' } & Pointed)
  | ({ kind: 'up' } & Pointed)
  /** The browser took the pointer, or a second finger or button came. */
  | { kind: 'cancel' }
  /** Enter or Space on a square. */
  | { kind: 'activate'; at: Point }
  /** Enter or Space on a piece or an empty slot of the pool. */
  | { kind: 'activatePool'; piece: PieceId | null }
  /** Delete or Backspace on a square. */
  | { kind: 'clear'; at: Point }
  | { kind: 'escape' }
  /** The position changed during the interaction. */
  | { kind: 'refresh' };

export type PlacementAction =
  | { kind: 'place'; held: Held; at: Point; dragged: boolean }
  | { kind: 'remove'; piece: PieceId }
  | { kind: 'illegal'; held: Held; at: Point };

interface PlacementStep {
  state: Placement;
  action: PlacementAction | null;
}

/** Inputs of the state machine besides its state. */
export interface PlacementScene {
  pieces: readonly BoardPiece[];
  layout: BoardLayout;
  flipped: boolean;
  /** Returns whether a piece may be placed on a square. Never called for its own square. */
  canPlace: (piece: PieceId, at: Point) => boolean;
}

function only(state: Placement): PlacementStep {
  return { state, action: null };
}

/** Returns the squares on which the selected piece may be placed. */
export function placesOf({ canPlace }: PlacementScene, { piece, from }: Held): Point[] {
  return SQUARES.filter((at) => !samePoint(at, from) && canPlace(piece, at));
}

/**
 * Returns the destination of a dragged piece: the square under the mouse, or for a finger the nearest square within
 * reach
 * that accepts the piece (its own counts). `off` outside of the board, null on the frame.
 */
export function landing(scene: PlacementScene, held: Held, touch: boolean, spot: Spot): Point | 'off' | null {
  const { layout, flipped } = scene;
  if (!isOnBoard(layout, spot)) return 'off';
  const under = squareAt(layout, spot, flipped);
  if (!touch) return under;
  const places = [...placesOf(scene, held), ...(held.from ? [held.from] : [])];
  return nearestWithin(layout, places, spot, flipped, TOUCH_SNAP_DISTANCE) ?? under;
}

/** A refused piece stays selected for another attempt, unless it was dragged. */
function attempt(scene: PlacementScene, held: Held, at: Point, dragged: boolean): PlacementStep {
  if (scene.canPlace(held.piece, at)) {
    return { state: EMPTY_HAND, action: { kind: 'place', held, at, dragged } };
  }
  return { state: dragged ? EMPTY_HAND : { held, press: null }, action: { kind: 'illegal', held, at } };
}

function takeOff(piece: PieceId): PlacementStep {
  return {
    state: EMPTY_HAND,
    action: { kind: 'remove', piece },
  };
}

/** Selects a piece by a press or a key. A second press deselects it. */
function take(state: Placement, held: Held, press: NewPress): PlacementStep {
  const wasSelected = samePiece(state.held?.piece ?? null, held.piece);
  if (press) return only({ held, press: { ...press, onto: null, wasSelected } });
  return only(wasSelected ? EMPTY_HAND : { held, press: null });
}

function onSquare(state: Placement, at: Point, scene: PlacementScene, press: NewPress): PlacementStep {
  const piece = pieceAt(scene.pieces, at);
  if (piece) return take(state, { piece: { side: piece.side, animal: piece.animal }, from: at }, press);
  if (state.held && press?.touch) return waitForRelease(state.held, press, at);
  return state.held ? attempt(scene, state.held, at, false) : only(state);
}

/** The press may begin a pinch, so it acts on release. */
function waitForRelease(held: Held, press: NonNullable<NewPress>, onto: Point | 'pool'): PlacementStep {
  return only({ held, press: { ...press, onto, wasSelected: true } });
}

/** A selected piece of the board returns to the pool on any empty slot. */
function onPool(state: Placement, piece: PieceId | null, press: NewPress): PlacementStep {
  if (piece) return take(state, { piece, from: null }, press);
  if (state.held?.from && press?.touch) return waitForRelease(state.held, press, 'pool');
  return state.held?.from ? takeOff(state.held.piece) : only(EMPTY_HAND);
}

function down(
  state: Placement,
  gesture: PlacementGesture & { kind: 'down' | 'downPool' },
  scene: PlacementScene,
): PlacementStep {
  const { pointerId, touch, spot } = gesture;
  const press = { pointerId, touch, start: spot, dragging: false };
  if (gesture.kind === 'downPool') return onPool(state, gesture.piece, press);
  const at = squareAt(scene.layout, spot, scene.flipped);
  return at ? onSquare(state, at, scene, press) : only(EMPTY_HAND);
}

function move(state: Placement, press: HeldPress, spot: Spot): PlacementStep {
  return press.dragging || press.onto || !isDrag(press, spot)
    ? only(state)
    : only({ ...state, press: { ...press, dragging: true } });
}

function up(held: Held, press: HeldPress, spot: Spot, scene: PlacementScene): PlacementStep {
  if (press.onto) {
    if (isDrag(press, spot)) return only({ held, press: null });
    return press.onto === 'pool' ? takeOff(held.piece) : attempt(scene, held, press.onto, false);
  }
  if (!press.dragging) return only(press.wasSelected ? EMPTY_HAND : { held, press: null });
  const to = landing(scene, held, press.touch, spot);
  if (to === 'off') return held.from ? takeOff(held.piece) : only(EMPTY_HAND);
  if (!to) return only(EMPTY_HAND);
  return samePoint(to, held.from) ? only({ held, press: null }) : attempt(scene, held, to, true);
}

function clear(state: Placement, at: Point, { pieces }: PlacementScene): PlacementStep {
  const piece = pieceAt(pieces, at);
  return piece && !state.press ? takeOff({ side: piece.side, animal: piece.animal }) : only(state);
}

/** Keeps a selection only while the piece is on its square or in the pool. */
function refresh(state: Placement, { pieces }: PlacementScene): PlacementStep {
  const { held } = state;
  if (!held) return only(state);
  const now = pieces.find((piece) => samePiece(piece, held.piece))?.at ?? null;
  return only(samePoint(now, held.from) ? state : EMPTY_HAND);
}

/** Handles one gesture. */
export function place(state: Placement, gesture: PlacementGesture, scene: PlacementScene): PlacementStep {
  const { held, press } = state;
  const mine = press && 'pointerId' in gesture && gesture.pointerId === press.pointerId ? press : null;
  switch (gesture.kind) {
    case 'down':
    case 'downPool':
      return down(state, gesture, scene);
    case 'move':
      return mine ? move(state, mine, gesture.spot) : only(state);
    case 'up':
      return mine && held ? up(held, mine, gesture.spot, scene) : only(state);
    case 'cancel':
      return only(press ? { held: press.wasSelected ? held : null, press: null } : state);
    case 'activate':
      return onSquare(state, gesture.at, scene, null);
    case 'activatePool':
      return onPool(state, gesture.piece, null);
    case 'clear':
      return clear(state, gesture.at, scene);
    case 'escape':
      return only(EMPTY_HAND);
    case 'refresh':
      return refresh(state, scene);
  }
}
