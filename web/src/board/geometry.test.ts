import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrowOutline,
  boardSize,
  cellBox,
  cellCenter,
  leapArc,
  nearestWithin,
  pieceShift,
  squareAt,
  squareName,
  turned,
} from './geometry.ts';

const DEFAULT = { horizontalPadding: 0.3, verticalPadding: 0.25, gap: 0.012 };
const point = fc.record({ x: fc.integer({ min: 0, max: 6 }), y: fc.integer({ min: 0, max: 8 }) });
const layout = fc.record({
  horizontalPadding: fc.double({ min: 0, max: 1, noNaN: true }),
  verticalPadding: fc.double({ min: 0, max: 1, noNaN: true }),
  gap: fc.double({ min: 0, max: 0.1, noNaN: true }),
});

describe('geometry', () => {
  it('has nearly the ratio 4:5 with the default theme, as the picture', () => {
    const { width, height } = boardSize(DEFAULT);
    expect(width).toBeCloseTo(7.672);
    expect(height).toBeCloseTo(9.596);
  });

  it('places squares as the picture does', () => {
    const box = cellBox(DEFAULT, { x: 0, y: 0 });
    expect(box.left).toBeCloseTo(3.91, 2);
    expect(box.top).toBeCloseTo(2.605, 2);
    expect(box.width).toBeCloseTo(13.034, 2);
    expect(box.height).toBeCloseTo(10.421, 2);
    expect(cellBox(DEFAULT, { x: 6, y: 8 }).left + box.width).toBeCloseTo(100 - 3.91, 2);
  });

  it('finds a square by its center in every theme, flipped or not', () => {
    fc.assert(
      fc.property(
        layout,
        point,
        fc.boolean(),
        fc.integer({ min: 200, max: 1000 }),
        (theme, at, flipped, width) => {
          const edge = width / boardSize(theme).width;
          const { left, top } = cellCenter(theme, at, flipped);
          expect(squareAt(theme, { left: left * edge, top: top * edge, width }, flipped)).toEqual(at);
        },
      ),
    );
  });

  it('flips a point, and flips it back', () => {
    fc.assert(
      fc.property(point, (at) => {
        expect(turned(turned(at, true), true)).toEqual(at);
      }),
    );
    expect(turned({ x: 3, y: 8 }, true)).toEqual({ x: 3, y: 0 });
  });

  it('moves a piece by the exact distance of squares', () => {
    fc.assert(
      fc.property(layout, point, (theme, at) => {
        const here = cellBox(theme, at);
        const origin = cellBox(theme, { x: 0, y: 0 });
        const shift = pieceShift(theme, at);
        expect(origin.left + (shift.x / 100) * origin.width).toBeCloseTo(here.left, 6);
        expect(origin.top + (shift.y / 100) * origin.height).toBeCloseTo(here.top, 6);
      }),
    );
  });

  it('finds no square on the frame', () => {
    expect(squareAt(DEFAULT, { left: 2, top: 200, width: 400 }, false)).toBeNull();
    expect(squareAt(DEFAULT, { left: 200, top: 498, width: 400 }, false)).toBeNull();
  });

  it('snaps to the nearest candidate within reach, and to none beyond', () => {
    const spot = { left: 200, top: 250, width: 400 };
    const middle = { x: 3, y: 4 };
    expect(nearestWithin(DEFAULT, [{ x: 0, y: 0 }, middle], spot, false, 100)).toEqual(middle);
    expect(nearestWithin(DEFAULT, [{ x: 0, y: 0 }], spot, false, 100)).toBeNull();
  });

  it.each([
    [{ x: 0, y: 0 }, 'A9'],
    [{ x: 2, y: 6 }, 'C3'],
    [{ x: 6, y: 8 }, 'G1'],
  ])('names %o %s', (at, name) => expect(squareName(at)).toBe(name));

  it('draws a step and a jump as dashed arrows, between the same ends as a solid arrow', () => {
    const from = { x: 1, y: 6 };
    const ends = (text: string): number[] => {
      const rows = [...text.matchAll(/[ML]\S+ (\S+?)(?=[LZ])/g)].map(([, row]) => Number(row));
      return [Math.min(...rows), Math.max(...rows)];
    };
    for (const [to, dashes] of [
      [{ x: 1, y: 5 }, 2],
      [{ x: 1, y: 2 }, 12],
    ] as const) {
      const dashed = arrowOutline(DEFAULT, from, to, false, { dashed: true });
      expect(dashed.match(/M/g)).toHaveLength(dashes + 1);
      expect(ends(dashed)).toEqual(ends(arrowOutline(DEFAULT, from, to, false)));
    }
  });

  it('draws a jump within its own two squares', () => {
    const numbers = leapArc(DEFAULT, { x: 5, y: 6 }, { x: 5, y: 2 }, false)
      .match(/-?\d+\.\d+/g)!
      .map(Number);
    const [x0, y0, cx, , x1, y1] = numbers as [number, number, number, number, number, number];
    expect(y0).toBeGreaterThan(y1);
    // The arc bends outwards, away from the center of the board.
    expect(cx).toBeGreaterThan(x0);
    expect(x0).toBeCloseTo(x1);
  });
});
