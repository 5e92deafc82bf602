import { expect, it } from 'vitest';
import { type Proof, prove } from './check/proof.ts';
import { cellsOf } from './mine/geometry.ts';
import { CAPTURED, indexOf, parseMaterial, type Solution, solve } from './mine/solver.ts';

const SIDES = ['red', 'blue'] as const;

/** Returns every placement of a material on different cells, captured pieces included, with a piece of each side. */
function placements(material: string): number[][] {
  const men = parseMaterial(material);
  const lists = men.map((man) => [...cellsOf(man), CAPTURED]);
  const all = lists.reduce<number[][]>(
    (rows, cells) =>
      rows.flatMap((row) =>
        cells.filter((cell) => cell === CAPTURED || !row.includes(cell)).map((cell) => [...row, cell]),
      ),
    [[]],
  );
  return all.filter((row) =>
    SIDES.every((side) => men.some((man, at) => man.side === side && row[at] !== CAPTURED)),
  );
}

/** Returns the value that two proofs give, in the form of a solution. */
function valueOfProofs(
  proofs: Readonly<Record<'red' | 'blue', Proof>>,
  cells: readonly number[],
  mover: 'red' | 'blue',
): number {
  const standing = cells.map((cell) => (cell === CAPTURED ? null : cell));
  for (const winner of SIDES) {
    const plies = proofs[winner].pliesToWin(standing, mover);
    if (plies !== null) return plies + 1;
  }
  return 0;
}

function differences(material: string, solution: Solution): number {
  const men = parseMaterial(material);
  const proofs = { red: prove(men, 'red'), blue: prove(men, 'blue') };
  let count = 0;
  for (const cells of placements(material)) {
    for (const mover of SIDES) {
      const value = solution.values[mover][indexOf(cells)];
      if (value !== valueOfProofs(proofs, cells, mover)) count++;
    }
  }
  return count;
}

it.each(['E/r', 'RC/d', 'L/rd', 'CD/l'])(
  'the solvers of miner and check agree on each position of %s',
  (material) => {
    expect(differences(material, solve(parseMaterial(material)))).toBe(0);
  },
);
