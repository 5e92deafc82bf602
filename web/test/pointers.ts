/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';

/** Mouse and touch of component tests. The browser sends the events, as for a real device. */

interface Place {
  x: number;
  y: number;
}

interface MouseOptions {
  button?: 'left' | 'right';
  /** Modifier keys held during the drag. */
  keys?: readonly ('alt' | 'control' | 'meta' | 'shift')[];
  /** A button that is clicked during the drag. */
  second?: 'left' | 'right';
}

const MODIFIERS = { alt: 1, control: 2, meta: 4, shift: 8 };
const BUTTONS = { left: 1, right: 2 };
/** Fractions of the path at which a pointer event is sent. */
const STEPS = [0.3, 0.6, 0.8, 1];

function between(from: Place, to: Place, part: number): Place {
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
  };
}

/** Returns the center of an element. */
export function middleOf(element: Element): Place {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function sendMouse(
  type: string,
  { x, y }: Place,
  { button = 'left', keys = [] }: MouseOptions,
  held: readonly ('left' | 'right')[],
) {
  return cdp().send('Input.dispatchMouseEvent', {
    type: type as 'mouseMoved',
    x,
    y,
    button,
    buttons: held.reduce((sum, one) => sum + BUTTONS[one], 0),
    modifiers: keys.reduce((sum, key) => sum + MODIFIERS[key], 0),
    clickCount: 1,
  });
}

/** Presses at the first place, moves from place to place and releases at the last. */
export async function mouseDrag(places: readonly Place[], options: MouseOptions = {}): Promise<void> {
  const [first, ...others] = places;
  if (!first) return;
  const { button = 'left', second } = options;
  const held = [button];
  await sendMouse('mousePressed', first, options, held);
  let here = first;
  for (const next of others) {
    for (const part of STEPS) await sendMouse('mouseMoved', between(here, next, part), options, held);
    here = next;
    if (second) {
      await sendMouse('mousePressed', here, { button: second }, [button, second]);
      await sendMouse('mouseReleased', here, { button: second }, held);
    }
  }
  await sendMouse('mouseReleased', here, options, []);
}

export function mouseClick(place: Place, options?: MouseOptions): Promise<void> {
  return mouseDrag([place], options);
}

function sendTouch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) {
  return cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
}

/**
 * Touches the first place, moves from place to place and releases at the last. A second finger may tap on the way.
 */
export async function fingerDrag(
  places: readonly Place[],
  { second }: { second?: Place } = {},
): Promise<void> {
  const [first, ...others] = places;
  if (!first) return;
  await sendTouch('touchStart', [first]);
  if (second) {
    await sendTouch('touchStart', [first, second]);
    await sendTouch('touchEnd', [first]);
  }
  let here = first;
  for (const next of others) {
    for (const part of STEPS) await sendTouch('touchMove', [between(here, next, part)]);
    here = next;
  }
  await sendTouch('touchEnd', []);
}

export function fingerTap(place: Place): Promise<void> {
  return fingerDrag([place]);
}
