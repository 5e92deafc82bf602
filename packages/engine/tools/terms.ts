/**
 * The terms of the evaluation that are tuned as one: each adds its shape to many of the numbers. The places are those
 * of assembly/parameters.ts.
 */

interface Term {
  readonly name: string;
  /** What one unit of the term adds: `[place, quarters of a point]`. A unit is what a match can just tell. */
  readonly shape: readonly (readonly [number, number])[];
}

const BASE = 0;
const HUNTED = 8;
const PREY = 17;
const ADVANCE = 32;
const RACE = 96;
const OPEN_TRAPS = 152;
const BLOCKED_LEAPS = 156;
const RAT_TO_ELEPHANT = 160;
const TEMPO = 176;
const STORM = 180;
export const SQUARES = 196;
const TYPES = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function material(): Term[] {
  return [
    ...TYPES.map((name, type): Term => ({ name: `worth of ${name}`, shape: [[BASE + type, 80]] })),
    ...range(3).map((count): Term => ({ name: `hunted by ${count}`, shape: [[HUNTED + count, 60]] })),
    { name: 'hunted by more', shape: range(6).map((count) => [HUNTED + 3 + count, 15 * (count + 1)]) },
    { name: 'prey', shape: range(9).map((count) => [PREY + count, 12 * count]) },
    { name: 'no prey', shape: [[PREY, 60]] },
  ];
}

function advance(): Term[] {
  return range(4).flatMap((hunters): Term[] => {
    const at = ADVANCE + 16 * hunters;
    return [
      {
        name: `way to the den, ${hunters} hunters`,
        shape: range(16).map((moves) => [at + moves, 4 * Math.max(0, 13 - moves)]),
      },
      {
        name: `near the den, ${hunters} hunters`,
        shape: range(6).map((moves) => [at + moves, 12 * (6 - moves)]),
      },
    ];
  });
}

function races(): Term[] {
  return range(6).map(
    (lead): Term => ({
      name: `race with a lead of ${lead - 2}`,
      shape: range(8).map((moves) => [RACE + 6 * moves + lead, 8 * (8 - moves)]),
    }),
  );
}

function storms(): Term[] {
  return [1, 2, 3].map(
    (attackers): Term => ({
      name: `${attackers === 3 ? 'three or more' : attackers} near the den`,
      shape: range(4).map((guards) => [STORM + 4 * attackers + guards, 10 * (4 - guards)]),
    }),
  );
}

function rats(): Term[] {
  return [
    { name: 'open traps', shape: range(4).map((count) => [OPEN_TRAPS + count, 40 * count]) },
    { name: 'blocked leaps', shape: range(4).map((count) => [BLOCKED_LEAPS + count, 30 * count]) },
    {
      name: 'rat near elephant',
      shape: range(8).map((moves) => [RAT_TO_ELEPHANT + moves, 10 * (8 - moves)]),
    },
    { name: 'tempo', shape: [[TEMPO, 20]] },
  ];
}

/** Of a type's squares: forward, home, far, in the middle, at the edge, and by the river. */
function squares(name: string, type: number): Term[] {
  const shape = (weight: (row: number, column: number) => number): Term['shape'] =>
    range(36).map((place) => [SQUARES + type * 36 + place, weight(Math.floor(place / 4), place % 4)]);
  return [
    { name: `${name} forward`, shape: shape((row) => 8 * row) },
    { name: `${name} home`, shape: shape((row) => (row < 2 ? 40 : 0)) },
    { name: `${name} far`, shape: shape((row) => (row > 5 ? 40 : 0)) },
    { name: `${name} in the middle`, shape: shape((_, column) => 14 * column) },
    { name: `${name} by the river`, shape: shape((row) => (row >= 2 && row <= 6 ? 30 : 0)) },
  ];
}

export const TERMS: readonly Term[] = [
  ...material(),
  ...advance(),
  ...races(),
  ...storms(),
  ...rats(),
  ...TYPES.flatMap(squares),
];

/** The numbers with every term moved by so many of its units. */
export function applied(numbers: readonly number[], units: readonly number[]): number[] {
  const sums = [...numbers];
  for (const [term, { shape }] of TERMS.entries()) {
    for (const [place, weight] of shape) sums[place]! += weight * units[term]!;
  }
  return sums.map(Math.round);
}
