import { MOTIFS, type Puzzle } from '@doushouqi/puzzles';
import { readGames, readPuzzles } from '@doushouqi/puzzles/data';
import { expect, it } from 'vitest';
import { PuzzleCheck } from './check-puzzle.ts';
import { faultsOfPuzzles } from './puzzles.ts';

const puzzles = readPuzzles();
const games = readGames();
const check = new PuzzleCheck();
const won = puzzles.find(({ win, line }) => win === 5 && line.length === 5)!;
const gain = puzzles.find(({ win }) => win === null)!;

function faultsOf(puzzle: Puzzle, record = games.get(puzzle.game.id) ?? null): readonly string[] {
  return check.run(puzzle, record).faults;
}

it('accepts puzzles as they were mined', () => {
  for (const puzzle of puzzles.slice(0, 10)) expect(faultsOf(puzzle), puzzle.id).toEqual([]);
});

const [own, reply] = won.line as [Puzzle['last'], Puzzle['last']];
const wrong: readonly (readonly [string, Puzzle])[] = [
  ['a shorter win is claimed', { ...won, win: 3, line: won.line.slice(0, 3) }],
  ['a longer win is claimed', { ...won, win: 7 }],
  ['another win is claimed than the line has', { ...won, line: [...won.line, reply, own] }],
  ['the line ends with a reply', { ...won, line: won.line.slice(0, 4) }],
  ['a move of the line is not legal', { ...won, line: [{ from: own.from, to: own.from }] }],
  ['a win is claimed where none is', { ...gain, win: 5 }],
  ['the last move is another', { ...won, last: gain.last, fen: won.fen }],
  ['the position is one ply earlier', { ...won, game: { ...won.game, ply: won.game.ply - 1 } }],
  ['the other side is to move', { ...won, fen: won.fen.replace(/.$/, (side) => (side === 'w' ? 'b' : 'w')) }],
  ['the FEN has another form', { ...won, fen: won.fen.replace('7', '34') }],
  ['the rating is out of range', { ...won, rating: 3000 }],
  ['a motif is missing', { ...gain, motifs: gain.motifs.slice(1) }],
  ['a motif is not shown', { ...gain, motifs: MOTIFS.filter((motif) => motif !== 'leap') }],
];

it.each(wrong)('refuses a puzzle if %s', (_, puzzle) => {
  expect(faultsOf(puzzle)).not.toEqual([]);
});

it('refuses a puzzle without its game', () => {
  expect(faultsOf(won, null)).toEqual(['its game is missing']);
});

it('refuses a first move that is not the only shortest win', () => {
  const fen = '3L3/7/7/7/7/7/7/7/3T2e w';
  const moves = [
    { from: { x: 3, y: 8 }, to: { x: 2, y: 8 } },
    { from: { x: 3, y: 8 }, to: { x: 3, y: 7 } },
  ];
  for (const move of moves) {
    const faults = faultsOf({ ...won, fen, line: [move] });
    expect(faults.length).toBeGreaterThan(0);
  }
});

it('refuses repeated ids, like positions and games without a puzzle', () => {
  const two = [won, { ...gain, id: won.id }];
  const alike = [won, { ...won, id: 'other' }];
  const used = new Map([[won.game.id, '']]);
  expect(faultsOfPuzzles(two, new Map())).toEqual(['ids are repeated']);
  expect(faultsOfPuzzles(alike, used)).toEqual(['positions are repeated']);
  expect(faultsOfPuzzles([won], new Map([...used, ['idle', '']]))).toEqual(['1 games without a puzzle']);
});
