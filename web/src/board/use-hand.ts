import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { boardSize, cellCentre, type Spot } from './geometry.ts';
import {
  dropTarget,
  type Gesture,
  type HandAction,
  type HandScene,
  IDLE,
  type Interaction,
  step,
  targetsOf,
} from './interaction.ts';
import { animateBack } from './motion.ts';
import { type LegalTarget, type Point, samePoint } from './types.ts';
import { type PointerTaker, pieceOn, useMachine } from './use-pointers.ts';

/** What a board shows of the hand over it, whether it moves pieces or sets them up. */
export interface HandView {
  /** Square of the piece that is picked up. */
  selected: Point | null;
  /** How that piece stands there: lifted, under the pointer, or pale while its picture is away under the pointer. */
  lift: 'lifted' | 'dragged' | 'away';
  /** A finger is down. */
  touching: boolean;
  /** Where a drag under way would end. */
  over: Point | null;
  /** Where the piece in hand may go. */
  targets: readonly LegalTarget[];
}

/** The hand over a board: what it shows, and what it does with pointers and keys. */
export interface Hand {
  view: HandView;
  pointer: PointerTaker;
  /** A key on the square that has the focus. Whether it meant something. */
  onKey: (key: string, focus: Point) => boolean;
}

/** Puts a dragged piece under the pointer, past React: a drag must not wait for a render. */
function carry(root: HTMLElement, { layout, flipped }: HandScene, from: Point, spot: Spot): void {
  const held = pieceOn(root, from);
  if (!held) return;
  const edge = spot.width / boardSize(layout).width;
  const home = cellCentre(layout, from, flipped);
  held.piece.style.translate = `${spot.left - home.left * edge}px ${spot.top - home.top * edge}px`;
}

function putDown(root: HTMLElement, from: Point, back: boolean): void {
  const held = pieceOn(root, from);
  const offset = held?.piece.style.translate;
  if (!held || !offset) return;
  held.piece.style.translate = '';
  if (back) animateBack(held.piece, offset);
}

interface Options {
  root: RefObject<HTMLElement | null>;
  scene: HandScene;
  onAction: (action: HandAction) => void;
}

interface Actor {
  state: Interaction;
  now: () => Interaction;
  act: (gesture: Gesture) => void;
}

/** The state machine of `interaction.ts` with what it means for the pieces on the screen. */
function useActor({ root, scene, onAction }: Options): Actor {
  const { state, now, run } = useMachine(IDLE, (before, gesture: Gesture) => step(before, gesture, scene));
  const act = (gesture: Gesture): void => {
    const { before, after, action } = run(gesture);
    const board = root.current;
    if (board && before.press?.dragging && !after.press) {
      putDown(board, before.press.from, action?.kind !== 'move');
    }
    if (action) onAction(action);
  };
  const latest = useRef(act);
  latest.current = act;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hold is looked at again when the scene changes
  useLayoutEffect(() => latest.current({ kind: 'refresh' }), [scene.model, scene.flipped]);
  return { state, now, act };
}

/** The hand that moves the pieces of one board. */
export function useHand(options: Options): Hand {
  const { root, scene } = options;
  const { state, now, act } = useActor(options);
  const [over, setOver] = useState<Point | null>(null);
  const { selected, press } = state;
  const pointer: PointerTaker = {
    taken: () => now().press?.pointerId ?? null,
    down({ button, pointerId, pointerType }, spot) {
      if (button === 0) act({ kind: 'down', pointerId, touch: pointerType !== 'mouse', spot });
    },
    move(pointerId, spot) {
      act({ kind: 'move', pointerId, spot });
      const held = now().press;
      if (!held?.dragging || !root.current) return;
      carry(root.current, scene, held.from, spot);
      const next = dropTarget(scene, held, spot);
      setOver((known) => (samePoint(known, next) ? known : next));
    },
    up: (pointerId, spot) => act({ kind: 'up', pointerId, spot }),
    cancel: (pointerId) => act({ kind: 'cancel', pointerId }),
  };
  const onKey = (key: string, focus: Point): boolean => {
    if (key === 'Enter' || key === ' ') act({ kind: 'activate', at: focus });
    else if (key === 'Escape' && selected) act({ kind: 'escape' });
    else return false;
    return true;
  };
  const view: HandView = {
    selected,
    lift: press?.dragging ? 'dragged' : 'lifted',
    touching: press?.touch ?? false,
    over: press?.dragging ? over : null,
    targets: selected ? targetsOf(scene.model, selected) : [],
  };
  return { view, pointer, onKey };
}
