/** Animation of pieces: transforms only, and none at all for those who wish it so. */

export const MOVE_DURATION = 180;
export const LEAP_DURATION = 320;
const EASE_OUT = 'cubic-bezier(.22,.8,.3,1)';

/** Whether things may move on this screen. */
export function motionAllowed(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

interface Travel {
  /** Element that is placed by `transform`. */
  piece: HTMLElement;
  /** Its picture, which lifts. */
  face: HTMLElement;
  from: string;
  to: string;
}

/** A step: the piece slides. */
export function slide({ piece, from, to }: Travel): void {
  piece.animate(
    [
      { transform: from, zIndex: 5 },
      { transform: to, zIndex: 5 },
    ],
    { duration: MOVE_DURATION, easing: EASE_OUT },
  );
}

/** A jump over the river: the same way with a lift. */
export function leap({ piece, face, from, to }: Travel): void {
  piece.animate(
    [
      { transform: from, zIndex: 5 },
      { transform: to, zIndex: 5 },
    ],
    { duration: LEAP_DURATION, easing: 'cubic-bezier(.5,0,.3,1)' },
  );
  face.animate(
    [
      { transform: 'none' },
      { transform: 'translateY(-12%) scale(1.18)', offset: 0.5 },
      { transform: 'none' },
    ],
    { duration: LEAP_DURATION, easing: 'ease-in-out' },
  );
}

function sway(px: number, times: number): Keyframe[] {
  return [
    { transform: 'translateX(0)' },
    ...Array.from({ length: times }, () => [
      { transform: `translateX(-${px}px)` },
      { transform: `translateX(${px}px)` },
    ]).flat(),
    { transform: 'translateX(0)' },
  ];
}

/** A move that is not allowed. */
export function shakeIllegal(face: HTMLElement): void {
  if (motionAllowed()) face.animate(sway(4, 2), { duration: 220 });
}

/** Caught in a trap, once it has arrived. */
export function shakeTrapped(face: HTMLElement, delay: number): void {
  face.animate(sway(3, 2), { duration: 200, delay });
}

/** A dragged piece goes back to where it was: from its offset to none. */
export function animateBack(piece: HTMLElement, offset: string): void {
  if (!motionAllowed()) return;
  piece.animate(
    [
      { translate: offset, zIndex: 6 },
      { translate: '0px', zIndex: 6 },
    ],
    {
      duration: MOVE_DURATION,
      easing: EASE_OUT,
    },
  );
}
