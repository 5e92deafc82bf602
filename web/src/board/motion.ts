/** Animations of pieces: transforms only, and none if the user prefers reduced motion. */

export const MOVE_DURATION = 180;
export const LEAP_DURATION = 320;
export const EASE_OUT = 'cubic-bezier(.22,.8,.3,1)';

/** Returns whether animations are allowed on this screen. */
export function motionAllowed(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

interface Travel {
  /** The element positioned by `transform`. */
  piece: HTMLElement;
  /** Its picture, which lifts. */
  face: HTMLElement;
  from: string;
  to: string;
}

/** Slides a piece: a step. */
export function slide({ piece, from, to }: Travel): void {
  piece.animate(
    [
      { transform: from, zIndex: 5 },
      { transform: to, zIndex: 5 },
    ],
    { duration: MOVE_DURATION, easing: EASE_OUT },
  );
}

/** Slides and lifts a piece: a jump over the river. */
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

/** Shakes the piece of an illegal move. */
export function shakeIllegal(face: HTMLElement): void {
  if (motionAllowed()) face.animate(sway(4, 2), { duration: 220 });
}

/** Shakes a trapped piece after its arrival. */
export function shakeTrapped(face: HTMLElement, delay: number): void {
  face.animate(sway(3, 2), { duration: 200, delay });
}

/** Returns a dragged piece from its offset to its square. */
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
