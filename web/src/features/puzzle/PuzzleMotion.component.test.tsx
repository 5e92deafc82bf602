import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { animationsIn, setMotion } from '../../../test/motion.ts';
import { make, open, serve, setUp, solve, tearDown } from '../../../test/puzzle-pages.tsx';
import { SOLVER, WRONG } from '../../../test/puzzles.ts';

/** What moves on the page of a puzzle: see the animations' durations in ms. */

beforeEach(setUp);
afterEach(async () => {
  await tearDown();
  await setMotion('no-preference');
});

function moving(): string[] {
  return animationsIn(document.body);
}

/** Collects the numbers that a text shows, until `stop`. */
function watchNumbers(read: () => string | undefined) {
  const seen: string[] = [];
  let frame = 0;
  const look = (): void => {
    const text = read();
    if (text !== undefined && text !== seen.at(-1)) seen.push(text);
    frame = requestAnimationFrame(look);
  };
  look();
  return { seen, stop: () => cancelAnimationFrame(frame) };
}

function pointsText(): string | undefined {
  return document.querySelector('[data-up] > b')?.textContent ?? undefined;
}

const PIECES = ['stamp 200 420', 'draw 620 320', 'swell 620 480'];

describe('a solution', () => {
  test.each([
    ['desktop', 1440, 900],
    ['phone', 390, 844],
    ['low phone', 320, 568],
  ])(
    'stamps, draws the last piece of the curve, and the flame swells once, on a %s',
    async (_, width, height) => {
      await page.viewport(width, height);
      serve();
      await open('/puzzle/lion1');
      await solve();
      await expect.poll(moving).toEqual(expect.arrayContaining(PIECES));
      expect(moving().filter((one) => one.startsWith('swell'))).toHaveLength(1);
    },
  );

  test('counts the points and the rating in whole numbers', async () => {
    serve();
    await open('/puzzle/lion1');
    const points = watchNumbers(pointsText);
    const rating = watchNumbers(
      () => /题分 (\d+)/.exec(document.querySelector('header')?.textContent ?? '')?.[1],
    );
    await solve();
    await expect.element(page.getByText('题分 1557')).toBeVisible();
    await expect.poll(pointsText).toBe('+9');
    for (const { seen, stop } of [points, rating]) {
      stop();
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
    }
    expect(rating.seen[0]).toBe('1548');
  });

  test('is shown at once after a reload', async () => {
    serve();
    await open('/puzzle/lion1');
    await solve();
    await cleanup();
    await open('/puzzle/lion1');
    await expect.element(page.getByText('+9')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /题分，从/ })).toBeVisible();
    expect(moving().filter((one) => /^(stamp|draw|swell)/.test(one))).toEqual([]);
  });

  test('is shown at once if the user prefers reduced motion', async () => {
    await setMotion('reduce');
    serve();
    await open('/puzzle/lion1');
    const points = watchNumbers(pointsText);
    await solve();
    await expect.element(page.getByText('+9')).toBeVisible();
    points.stop();
    expect(points.seen).toEqual(['+9']);
    expect(moving().filter((one) => !one.endsWith(' 0 0'))).toEqual([]);
  });
});

describe('a wrong move', () => {
  test('leaves a faded piece, the piece itself walks back, and the arrow grows', async () => {
    serve();
    await open('/puzzle/lion1');
    await make(WRONG);
    await expect.poll(moving).toEqual(expect.arrayContaining(['appear 0 180', 'grow 180 180']));
    const piece = document.querySelector('[data-at="1,6"]')!;
    // Two columns of river lie between: a leap.
    expect(piece.getAnimations().map(({ effect }) => effect!.getComputedTiming().duration)).toEqual([320]);
  });

  test('empties the flame in the header', async () => {
    let streak = SOLVER.streak;
    serve({
      get 'GET /puzzles/mine'() {
        return { ...SOLVER, streak };
      },
    });
    await open('/puzzle/lion1');
    const flame = page.getByText('连着解对 7 题');
    await expect.element(flame).toBeInTheDocument();
    const full = document.querySelectorAll('[data-mark="flame"] svg')[1]!;
    const clip = () => getComputedStyle(full).clipPath;
    await expect.poll(clip).toBe('inset(0px)');
    streak = { now: 0, best: 14 };
    await make(WRONG);
    await expect
      .poll(() =>
        full
          .getAnimations()
          .map((one) => [
            (one as CSSTransition).transitionProperty,
            one.effect!.getComputedTiming().duration,
          ]),
      )
      .toEqual([['clip-path', 240]]);
    await expect.poll(clip).toBe('inset(100% 0px 0px)');
  });
});
