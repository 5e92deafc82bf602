import { MAX_PLIES, toWireWinner } from '@doushouqi/protocol';
import { formatRecord, type Game, gameMoves, legalGameMoves, type Point, plyCount } from '@doushouqi/rules';

/** The request body of a saved game. */
export interface Body {
  moves: unknown;
  winner: unknown;
  endReason: unknown;
  [field: string]: unknown;
}

/** Returns a game as a request body, with its moves as record string or list. */
export function bodyOf(game: Game, form: 'record' | 'list'): Body {
  const moves = gameMoves(game).map(({ from, to }) => ({ from, to }));
  return {
    moves: form === 'record' ? formatRecord(game) : moves,
    winner: toWireWinner(game.outcome.winner),
    endReason: game.outcome.endReason,
    ruleSet: game.ruleSet,
    moveTimes: moves.map((_, ply) => ply * 1_000),
  };
}

type Mutation = readonly [name: string, mutate: (body: Body) => Body];

const NO_STRING = [undefined, null, 7, true, {}, '', 'x'];
const SET_FIELDS: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  [
    'moves',
    [undefined, null, 7, true, {}, '', 'x', '0', '00019', 'a'.repeat(7 + 3 * MAX_PLIES), [[]], [null]],
  ],
  ['winner', [undefined, null, -2, 3, 1.5, '1', true, [], {}]],
  ['endReason', [...NO_STRING, 'surrender', 'none', 4]],
  ['aiType', [7, true, {}, '', 'x'.repeat(21), '\u0000', 'a b']],
  ['aiLevel', [0, 6, 1.5, '1', true, []]],
  ['side', [null, 1, '', 'green', []]],
  ['id', [7, '', 'x'.repeat(37), 'a b', { $ne: null }]],
  ['ruleSet', [...NO_STRING.slice(1), 'local-1:hundred-rounds+threefold', 'ONLINE-1']],
  ['start', [7, 'x', '', '/'.repeat(8), 'l'.repeat(81), '7/7/7/7/7/7/7/7/7 w', 'E6/7/7/7/7/7/7/7/6E w']],
  ['moveTimes', [null, 7, 'x', {}, [], [-1], [1.5], ['1'], Array(MAX_PLIES + 1).fill(0)]],
  [
    'timeControl',
    [
      7,
      '5+3',
      {},
      { initial: 0, increment: 0 },
      { initial: 61, increment: 0 },
      { initial: 5, increment: 1.5 },
    ],
  ],
  ['startTime', [null, 'x', '0', {}, [], true]],
];
const SETTING: Mutation[] = SET_FIELDS.flatMap(([field, values]) =>
  values.map((value, index): Mutation => [`${field} #${index}`, (body) => ({ ...body, [field]: value })]),
);

/** Changes the digits of one half-move, numbered from 0, in the record. */
function withDigits(ply: number, change: (digits: string) => string): (body: Body) => Body {
  return (body) => {
    const record = String(body.moves);
    const at = 6 + 3 * ply;
    return { ...body, moves: record.slice(0, at) + change(record.slice(at, at + 3)) + record.slice(at + 3) };
  };
}

/**
 * Mutations that break a record of a few moves: invalid pieces, squares off the board, moves without a side, half a
 * move.
 */
function recordMutations(plies: number): Mutation[] {
  const places = [0, Math.floor(plies / 2), plies - 1];
  const changes: readonly (readonly [string, (digits: string) => string])[] = [
    ['a piece 0', (digits) => `0${digits.slice(1)}`],
    ['a piece 9', (digits) => `9${digits.slice(1)}`],
    ['a file beyond the board', (digits) => `${digits[0]}7${digits[2]}`],
    ['a rank beyond the board', (digits) => `${digits.slice(0, 2)}9`],
    ['a letter', (digits) => `${digits.slice(0, 2)}x`],
    ['a digit of another script', (digits) => `${digits.slice(0, 2)}１`],
    ['the own den and the enemy’s', () => '838830'],
    ['a digit too few', (digits) => digits.slice(1)],
    ['a digit too many', (digits) => `${digits}1`],
    ['a space', (digits) => `${digits} `],
  ];
  const headers = ['00013', '0001x', '-001', '', '１'].map(
    (header): Mutation => [
      `the header “${header}”`,
      (body) => ({ ...body, moves: header + String(body.moves).slice(5) }),
    ],
  );
  return [
    ...headers,
    ...places.flatMap((ply) =>
      changes.map(([name, change]): Mutation => [`${name} in half-move ${ply}`, withDigits(ply, change)]),
    ),
  ];
}

/** Mutations that break any list of moves. */
function listMutations(game: Game): Mutation[] {
  const plies = plyCount(game);
  const illegal: { from: Point; to: Point } = { from: { x: 0, y: 0 }, to: { x: 6, y: 8 } };
  const moves: readonly (readonly [string, unknown])[] = [
    ['nothing', null],
    ['a move to nowhere', { from: { x: 0, y: 0 } }],
    ['a move from nowhere', { to: { x: 0, y: 0 } }],
    ['a point off the board', { ...illegal, to: { x: 7, y: 0 } }],
    ['a point between squares', { ...illegal, to: { x: 0.5, y: 0 } }],
    ['a point of strings', { ...illegal, to: { x: '0', y: '0' } }],
    ['a time that is none', { ...illegal, timestamp: 'now' }],
    ['a leap over everything', illegal],
    ['a move that goes nowhere', { from: { x: 0, y: 6 }, to: { x: 0, y: 6 } }],
  ];
  const places = [0, Math.floor(plies / 2), plies - 1];
  return places.flatMap((ply) =>
    moves.map(
      ([name, move]): Mutation => [
        `${name} for half-move ${ply}`,
        (body) => ({ ...body, moves: (body.moves as unknown[]).with(ply, move) }),
      ],
    ),
  );
}

/** Mutations to an end that the game does not have. */
function endMutations({ outcome }: Game): Mutation[] {
  const ends = [
    [1, 'DEN_CAPTURED'],
    [2, 'DEN_CAPTURED'],
    [1, 'NO_PIECES'],
    [2, 'STALEMATE'],
    [0, 'DRAW_100_ROUNDS'],
    [0, 'SURRENDER'],
    [1, 'DRAW_AGREED'],
    [1, 'NONE'],
    [-1, 'SURRENDER'],
    [-1, 'DEN_CAPTURED'],
  ] as const;
  return ends
    .filter(
      ([winner, endReason]) => winner !== toWireWinner(outcome.winner) || endReason !== outcome.endReason,
    )
    .map(([winner, endReason]) => [
      `${winner} by ${endReason}`,
      (body) => ({ ...body, moves: unfinished(body.moves), winner, endReason }),
    ]);
}

/** A record whose header contains no end, so that the fields beside it count. */
function unfinished(moves: unknown): unknown {
  return typeof moves === 'string' ? `${moves.slice(0, 4)}90${moves.slice(6)}` : moves;
}

/** Returns the broken bodies of `game`, which must not be over on the board. All are different. */
export function brokenBodies(game: Game): Map<string, Body> {
  const [record, list] = [bodyOf(game, 'record'), bodyOf(game, 'list')];
  const more = Array.from({ length: MAX_PLIES + 1 }, () => legalGameMoves(game)[0]);
  const cases: [string, Body][] = [
    ...SETTING.map(([name, mutate]): [string, Body] => [name, mutate(record)]),
    ...recordMutations(plyCount(game)).map(([name, mutate]): [string, Body] => [name, mutate(record)]),
    ...listMutations(game).map(([name, mutate]): [string, Body] => [name, mutate(list)]),
    ...endMutations(game).map(([name, mutate]): [string, Body] => [`${name}, a record`, mutate(record)]),
    ...endMutations(game).map(([name, mutate]): [string, Body] => [`${name}, a list`, mutate(list)]),
    ['more moves than a game may have', { ...list, moves: more }],
    ['a time too many', { ...record, moveTimes: [...(record.moveTimes as number[]), 99_000] }],
    ['another start', { ...record, start: '7/7/7/7/7/7/7/e6/6E w' }],
    ['no move and no end', { ...record, moves: '000090', winner: -1, endReason: 'NONE', moveTimes: [] }],
    ['an empty list and no end', { ...record, moves: [], winner: -1, endReason: 'NONE', moveTimes: [] }],
  ];
  return new Map(cases);
}
