import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { boardSize, cellCenter, type Spot } from './geometry.ts';
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

/** The displayed state of moving or placing pieces. */
export interface HandView {
  /** Square of the selected piece. */
  selected: Point | null;
  /** Its form: lifted, under the pointer, or pale while its picture is under the pointer. */
  lift: 'lifted' | 'dragged' | 'away';
  /** A finger is down. */
  touching: boolean;
  /** Square on which a drag would end now. */
  over: Point | null;
  /** Destinations of the selected piece. */
  targets: readonly LegalTarget[];
}

/** Moving or placing of pieces: displayed state, and handlers of pointers and keys. */
export interface Hand {
  view: HandView;
  pointer: PointerTaker;
  /** Handles a key on the focused square. Returns whether the key was used. */
  onKey: (key: string, focus: Point) => boolean;
}

/** Moves a dragged piece under the pointer without React, because a render would be too slow. */
function carry(root: HTMLElement, { layout, flipped }: HandScene, from: Point, spot: Spot): void {
  const held = pieceOn(root, from);
  if (!held) return;
  const edge = spot.width / boardSize(layout).width;
  const home = cellCenter(layout, from, flipped);
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
  /** The selected square: it stays when another board takes the place of this one. */
  held?: RefObject<Point | null> | undefined;
  onAction: (action: HandAction) => void;
}

interface Actor {
  state: Interaction;
  now: () => Interaction;
  act: (gesture: Gesture) => void;
}

/** The state machine of `interaction.ts` with its effects on the displayed pieces. */
function useActor({ root, scene, held, onAction }: Options): Actor {
  const start = held?.current ? { selected: held.current, press: null } : IDLE;
  const { state, now, run } = useMachine(start, (before, gesture: Gesture) => step(before, gesture, scene));
  const act = (gesture: Gesture): void => {
    const { before, after, action } = run(gesture);
    if (held) held.current = after.selected;
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

/** Moves the pieces of a board. */
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
    cancel: () => act({ kind: 'cancel' }),
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
