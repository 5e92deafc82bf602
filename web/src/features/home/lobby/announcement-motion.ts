/** The bar moves by so many px in so many ms. */
const STEP = 5;
const STEP_TIME = 50;

export interface Motion {
  /** Start and end of a round, px from the left edge of the box. */
  from: number;
  to: number;
  /** Duration of a round, and progress of the first one at the start. Milliseconds. */
  duration: number;
  elapsed: number;
}

/**
 * Returns the motion of a text through a box, widths in px: it enters at the right, leaves at the left, and repeats.
 * It starts at the left edge, so that the first words are readable at once. Null for a text that fits. Pure.
 */
export function announcementMotion(text: number, box: number): Motion | null {
  if (text <= box) return null;
  const time = (way: number): number => (way / STEP) * STEP_TIME;
  return { from: box, to: -text, duration: time(box + text), elapsed: time(box) };
}
