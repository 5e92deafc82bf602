import { type Position, parseFen, pieces, positionFromSetup, type Side, turn } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { Hunt } from './check/hunt.ts';
import { Forced } from './mine/forced.ts';
import { CELL_COUNT, pointOf } from './mine/geometry.ts';
import { cellAt, parseMaterial, solve } from './mine/solver.ts';

const MOST_PLIES = 11;
const BUDGET = 5_000_000;
const SAMPLE = 400;

function byHunt(hunt: Hunt, position: Position): number | null {
  for (let plies = 1; plies <= MOST_PLIES; plies += 2) {
    hunt.lay(position, BUDGET);
    if (hunt.catches(plies)) return plies;
  }
  return null;
}

function byForced(forced: Forced, position: Position): number | null {
  forced.set(position, BUDGET);
  return forced.shortest(MOST_PLIES);
}

function solversOf(side: Side): readonly [Hunt, Forced] {
  return [new Hunt(side), new Forced(side)];
}

it.each(['RC/d', 'L/rd', 'E/rc'])(
  'both searches find the shortest wins that a solution of %s has',
  (material) => {
    const { pieces: men, values } = solve(parseMaterial(material));
    for (const side of ['red', 'blue'] as const) {
      const [hunt, forced] = solversOf(side);
      const step = Math.ceil(values[side].length / (SAMPLE * 40));
      let compared = 0;
      for (let index = 0; index < values[side].length && compared < SAMPLE; index += step) {
        const cells = men.map((_, man) => cellAt(index, man));
        if (values[side][index] === 255 || cells.some((cell) => cell >= CELL_COUNT)) continue;
        const placed = men.map((man, at) => ({ ...man, position: pointOf(cells[at]!) }));
        const setup = positionFromSetup({ pieces: placed, turn: side });
        if (!setup.ok) continue;
        const value = values[side][index]!;
        const wanted = value > 0 && value % 2 === 0 && value - 1 <= MOST_PLIES ? value - 1 : null;
        expect([byHunt(hunt, setup.value), byForced(forced, setup.value)], cells.join()).toEqual([
          wanted,
          wanted,
        ]);
        compared++;
      }
      expect(compared).toBeGreaterThan(SAMPLE / 4);
    }
  },
);

it.each([
  ['6t/4wc1/5e1/6l/2rd3/3J3/ET5/2D2L1/1C5 w', 9],
  ['2l4/1r1dc1w/7/t2j3/7/3J3/1C2TRe/W3D2/1E4L w', 7],
  ['d4tc/3j3/4ew1/1r3R1/7/E2W3/4J2/1l1C1DL/T6 b', 5],
])('both searches find the only shortest win of %s', (fen, plies) => {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  const [hunt, forced] = solversOf(turn(position.value));
  expect(pieces(position.value).length).toBeGreaterThan(8);
  expect([byHunt(hunt, position.value), byForced(forced, position.value)]).toEqual([plies, plies]);
  hunt.lay(position.value, BUDGET);
  forced.set(position.value, BUDGET);
  const moves = hunt.catching(plies);
  expect(moves).toHaveLength(1);
  expect(forced.winners(plies)).toEqual(moves);
});
