/** The bar moves by so many px in so many ms (spec §9). */
const STEP = 5;
const STEP_TIME = 50;

export interface Motion {
  /** Where a round begins and ends, px from the left edge of the box. */
  from: number;
  to: number;
  /** Of a round, and how far the first one has come already. Milliseconds. */
  duration: number;
  elapsed: number;
}

/**
 * How a text passes through a box, both in px wide: in at the right, out at the left, and again. It begins at the
 * left edge, so that the first words are read at once. Null for a text that fits: it stands still.
 */
export function announcementMotion(text: number, box: number): Motion | null {
  if (text <= box) return null;
  const time = (way: number): number => (way / STEP) * STEP_TIME;
  return { from: box, to: -text, duration: time(box + text), elapsed: time(box) };
}
