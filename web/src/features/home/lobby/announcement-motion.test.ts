import { expect, it } from 'vitest';
import { announcementMotion } from './announcement-motion.ts';

/** Position of the text so many ms after the start, as a browser plays the motion. */
function positionAt(time: number, text: number, box: number): number {
  const motion = announcementMotion(text, box);
  if (motion === null) return 0;
  const { from, to, duration, elapsed } = motion;
  return from + (to - from) * (((time + elapsed) % duration) / duration);
}

it.each([
  ['starts at the left edge', 0, 0],
  ['5 px in 50 ms', 50, -5],
  ['100 px in a second', 1_000, -100],
  ['has nearly left the box', 5_000, -500],
  ['out at the left, in at the right', 6_000, 300],
  ['is back at the left edge', 9_000, 0],
  ['continues', 9_050, -5],
])('a text of 600 px in a box of 300: %s', (_, time, x) => {
  expect(positionAt(time, 600, 300)).toBeCloseTo(x, 6);
});

it('a text that fits the box does not move', () => {
  expect([announcementMotion(200, 300), announcementMotion(300, 300)]).toEqual([null, null]);
});
