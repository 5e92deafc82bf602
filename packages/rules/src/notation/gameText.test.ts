import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPosition, board, choices, nodesOf, playAll, playChoices, value } from '../../test/fixtures.ts';
import {
  endGame,
  formatGameText,
  GAME_TEXT_LIMITS,
  type GameTree,
  legalGameMoves,
  localRuleSet,
  newGame,
  parseGameText,
  playAt,
  plyCount,
  promoteToMainLine,
  SHAPE_COLORS,
  type Shape,
  setComment,
  setShapes,
  TREE_LIMITS,
  treeOfGame,
  withoutVerdict,
} from '../index.ts';

const point = fc.record({ x: fc.nat(6), y: fc.nat(8) });
const color = fc.constantFrom(...SHAPE_COLORS);
const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ kind: fc.constant('mark' as const), at: point, color }),
  fc
    .record({ kind: fc.constant('arrow' as const), from: point, to: point, color })
    .filter(({ from, to }) => from.x !== to.x || from.y !== to.y),
);

/** Characters and words with a meaning in the format, and any character. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom('{', '}', '[%', ']', '\\', '(', '"', '\r', '\n', ' ', '[%t 3]', '\\n', '好', '1-0'),
    )
    .map((parts) => parts.join('')),
);

const anyEdit = fc.record({
  kind: fc.constantFrom('play', 'play', 'play', 'play', 'comment', 'shapes', 'main'),
  node: fc.nat(1000),
  pick: fc.nat(31),
  text: anyText,
  shapes: fc.array(anyShape, { maxLength: 5 }),
});
type Edit = typeof anyEdit extends fc.Arbitrary<infer One> ? One : never;

/** Games from any start, some surrendered, with branches in any order, comments and shapes. */
const anyTree = fc
  .tuple(
    fc.option(anyPosition, { nil: undefined }),
    fc.constantFrom('online-1' as const, localRuleSet(), localRuleSet({ sevenThree: true })),
    choices(20),
    fc.nat(3),
    fc.array(anyEdit, { maxLength: 25, size: 'max' }),
  )
  .map(([start, ruleSet, chosen, end, edits]) => {
    const game = playChoices(newGame(ruleSet, start), chosen);
    const ended =
      end === 0 ? endGame(game, 'red', 'SURRENDER') : end === 1 ? endGame(game, 'draw', 'DRAW_AGREED') : game;
    return edits.reduce(edited, treeOfGame(ended));
  });

function edited(tree: GameTree, { kind, node, pick, text, shapes }: Edit): GameTree {
  const all = nodesOf(tree);
  const [path, { game }] = all[node % all.length]!;
  if (kind === 'comment') return value(setComment(tree, path, text));
  if (kind === 'shapes') return value(setShapes(tree, path, shapes));
  if (kind === 'main') return value(promoteToMainLine(tree, path));
  const moves = legalGameMoves(withoutVerdict(game));
  return moves.length === 0 ? tree : value(playAt(tree, path, moves[pick % moves.length]!)).tree;
}

const anyHeaders = fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,8}$/), anyText, { maxKeys: 4 });
const DERIVED = ['Result', 'Termination'];

describe('text of a game', () => {
  test('restores the same tree, headers and times', () => {
    const times = fc.array(fc.option(fc.nat(4_000_000).map((ms) => ms / 1000)), { maxLength: 30 });
    fc.assert(
      fc.property(anyTree, anyHeaders, times, (tree, headers, given) => {
        const text = formatGameText({ headers, tree, times: given });
        const [read, ...others] = value(parseGameText(text));
        expect(others).toEqual([]);
        expect(nodesOf(read!.tree)).toEqual(nodesOf(tree));
        expect(read!.tree.moves).toBe(tree.moves);
        if (withoutVerdict(tree.played) !== tree.played) expect(read!.tree.played).toEqual(tree.played);
        for (const [name, one] of Object.entries(headers)) {
          if (!DERIVED.includes(name)) expect(read!.headers[name]).toBe(one);
        }
        expect(formatGameText(read!)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('restores several games in order', () => {
    fc.assert(
      fc.property(fc.array(anyTree, { minLength: 1, maxLength: 4 }), (trees) => {
        const text = trees.map((tree) => formatGameText({ headers: {}, tree })).join('\n');
        const read = value(parseGameText(text));
        expect(read.map(({ tree }) => nodesOf(tree))).toEqual(trees.map(nodesOf));
      }),
      { numRuns: 50 },
    );
  });

  test('never throws for any text', () => {
    const mangled = fc.tuple(anyTree, fc.nat(5000), fc.nat(4), anyText).map(([tree, at, drop, put]) => {
      const text = formatGameText({ headers: { Event: '好' }, tree });
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + drop);
    });
    fc.assert(
      fc.property(fc.oneof(anyText, mangled), (text) => {
        const read = parseGameText(text);
        if (read.ok) for (const game of read.value) formatGameText(game);
        else expect(read.error).toMatchObject({ code: expect.any(String), line: expect.any(Number) });
      }),
      { numRuns: 500 },
    );
  });
});

const ROUND = '1. 象A3→A4 象G7→G6';

test('is readable', () => {
  const game = endGame(playAll(newGame('online-1'), '0,6-0,5 6,2-6,3 0,5-0,4'), 'blue', 'TIME_UP');
  const noted = value(setComment(treeOfGame(game), '0605', '好 {棋}'));
  const branched = value(playAt(noted, '0605', { from: { x: 0, y: 2 }, to: { x: 0, y: 3 } })).tree;
  const mark: Shape = { kind: 'mark', at: { x: 3, y: 0 }, color: 'red' };
  const tree = value(setShapes(branched, '06050203', [mark]));
  expect(formatGameText({ headers: { Red: '小"明"' }, tree, times: [3.5] })).toBe(
    `[Red "小\\"明\\""]
[RuleSet "online-1"]
[Result "0-1"]
[Termination "TIME_UP"]

1. 象A3→A4 {[%t 3.5] 好 {棋\\}} 1… 象G7→G6 ( 1… 鼠A7→A6 {[%draw rD9]} ) 2. 象A4→A5 0-1
`,
  );
});

test.each([
  ['', 'NO_GAMES', 1, 0],
  ['   \n ', 'NO_GAMES', 1, 0],
  ['hello', 'FORMAT', 1, 1],
  ['1. 象A3→A4\n\n象G7→G5', 'ILLEGAL_MOVE', 3, 2],
  ['1. 象A3→A4 ( 象G7→G6 )', 'NOT_YOUR_PIECE', 1, 1],
  ['1. 鼠A3→A4', 'NO_PIECE', 1, 1],
  ['( 1. 象A3→A4 )', 'FORMAT', 1, 0],
  ['1. 象A3→A4 ( )', 'FORMAT', 1, 0],
  ['1. 象A3→A4 ( 1. 鼠G3→G4', 'FORMAT', 1, 0],
  ['1. 象A3→A4 )', 'FORMAT', 1, 0],
  ['1. 象A3→A4 ( {x} 1. 鼠G3→G4 )', 'FORMAT', 1, 0],
  ['\n{ 象', 'FORMAT', 2, 0],
  ['{ 象 \\}', 'FORMAT', 1, 0],
  ['[Red "小明]', 'FORMAT', 1, 0],
  ['[Red 小明]', 'FORMAT', 1, 0],
  ['[RuleSet "chess"]\n*', 'RULE_SET', 1, 0],
  ['[FEN "9/9 w"]\n*', 'START', 1, 0],
  ['1. 象A3→A4 1-0', 'RESULT', 1, 0],
  ['[Termination "x"]\n1. 象A3→A4 1-0', 'RESULT', 2, 0],
  ['{[%draw zA1]}', 'FORMAT', 1, 0],
  ['{[%draw rA1A1]}', 'FORMAT', 1, 0],
  ['{[%t soon]}', 'FORMAT', 1, 0],
  [`{${'x'.repeat(TREE_LIMITS.comment + 1)}}`, 'COMMENT_TOO_LONG', 1, 0],
  [`{${'[%draw rA1]'.repeat(TREE_LIMITS.shapes + 1)}}`, 'TOO_MANY_SHAPES', 1, 0],
  ['x'.repeat(GAME_TEXT_LIMITS.length + 1), 'TOO_LONG', 1, 0],
  ['* '.repeat(GAME_TEXT_LIMITS.games + 1), 'TOO_MANY_GAMES', 1, 0],
])('refuses %.40j', (text, code, line, ply) => {
  expect(parseGameText(text)).toMatchObject({ ok: false, error: { code, line, ply } });
});

test('accepts joined numbers, three dots, Windows line breaks, several comments and unknown commands', () => {
  const text = `\uFEFF[Red "a"]\r\n${ROUND.replace('. ', '.')}{一}{[%clk 1] 二}\r\n( 1... 鼠A7→A6 ( 1… 鼠A7→A8错 ) )`;
  expect(parseGameText(text).ok).toBe(false);
  const [game] = value(parseGameText(text.replace('( 1… 鼠A7→A8错 )', '')));
  expect(nodesOf(game!.tree).map(([path, { comment }]) => [path, comment])).toEqual([
    ['', ''],
    ['0605', ''],
    ['06056263', '一\n二'],
    ['06050203', ''],
  ]);
});

test('reports an error in the second game with its number', () => {
  expect(parseGameText(`${ROUND} *\n\n1. 象A3→A9`)).toMatchObject({
    ok: false,
    error: { game: 2, line: 3, ply: 1 },
  });
});

test('limits the memory for a text of maximal size', () => {
  const there = ['象A3→A4', '象G7→G6', '象A4→A3', '象G6→G7'];
  const line = Array.from({ length: TREE_LIMITS.moves }, (_, ply) => there[ply % 4]).join(' ');
  const game = `[RuleSet "local-1"]\n${line} *\n`;
  const [read] = value(parseGameText(game));
  expect(plyCount(read!.tree.played)).toBe(TREE_LIMITS.moves);
  expect(parseGameText(game.repeat(3))).toMatchObject({ ok: false, error: { code: 'TOO_LONG', game: 3 } });
});

test('numbers rounds like the move list if blue moves first', () => {
  const tree = treeOfGame(playAll(newGame(undefined, board('C3,6 l0,0', 'blue')), '0,0-0,1 3,6-3,5'));
  expect(formatGameText({ headers: {}, tree })).toContain('1… 狮A9→A8 2. 猫D3→D4 *');
});
