import { describe, expect, test } from 'vitest';
import { board, move, pathsOf, playAll, value } from '../test/fixtures.ts';
import {
  childrenOf,
  deleteAt,
  endGame,
  type GameTree,
  gameAt,
  lastPath,
  legalGameMoves,
  localRuleSet,
  mainLine,
  newGame,
  newTree,
  nextPath,
  nodeAt,
  outcome,
  parentPath,
  parseTreePath,
  playAt,
  plyCount,
  promote,
  promoteToMainLine,
  ruleSetOf,
  type Shape,
  setComment,
  setShapes,
  TREE_LIMITS,
  treeOfGame,
  withoutVerdict,
} from './index.ts';

/** Returns the path of moves such as `0,6-0,5 6,2-6,3`. */
function path(moves: string): string {
  return moves.replaceAll(/[^0-9]/g, '');
}

/** Plays each line of moves from the root. */
function treeOf(...lines: string[]): GameTree {
  return lines.reduce((tree, line) => {
    let at = { tree, path: '' };
    for (const text of line.split(' ')) at = value(playAt(at.tree, at.path, move(text)));
    return at.tree;
  }, newTree());
}

const MAIN = '0,6-0,5 0,2-0,3 0,5-0,6';
const SECOND = '0,6-0,5 6,2-6,3 0,5-0,6';
const THIRD = '0,6-0,5 6,2-6,1';
const OTHER = '6,6-6,5';
const forked = treeOf(MAIN, SECOND, THIRD, OTHER);

describe('reading', () => {
  test('a new tree has a root alone', () => {
    const tree = newTree('online-1', board('C3,6 l0,0', 'blue'));
    expect(tree.moves).toBe(0);
    expect(nodeAt(tree, '')).toMatchObject({ step: '', comment: '', shapes: [], children: [] });
    expect(gameAt(tree, '')).toEqual(newGame('online-1', board('C3,6 l0,0', 'blue')));
    expect(ruleSetOf(gameAt(newTree(), '')!)).toBe('local-1:threefold+hundred-rounds');
  });

  test('a path has four digits per move and leads to the game up to its node', () => {
    expect(path(SECOND)).toBe('060562630506');
    expect(gameAt(forked, '060562630506')).toEqual(playAll(newGame(), SECOND));
  });

  test.each(['0', '0605x', '06', '06050', '0606', '07', 'hello', '__proto__', '٠٦٠٥', '0605'.repeat(50_000)])(
    'the path %.20s leads nowhere',
    (text) => {
      expect(nodeAt(forked, text)).toBeNull();
      expect(gameAt(forked, text)).toBeNull();
      expect(childrenOf(forked, text)).toEqual([]);
      expect(nextPath(forked, text)).toBeNull();
      expect(lastPath(forked, text)).toBeNull();
    },
  );

  test('walks to children with the line first, back, forward and to the end', () => {
    expect(childrenOf(forked, '')).toEqual([path('0,6-0,5'), path(OTHER)]);
    expect(childrenOf(forked, '0605')).toEqual(['06050203', '06056263', '06056261']);
    expect(parentPath('06056263')).toBe('0605');
    expect(parentPath('')).toBeNull();
    expect(nextPath(forked, '')).toBe('0605');
    expect(nextPath(forked, path(MAIN))).toBeNull();
    expect(lastPath(forked, '')).toBe(path(MAIN));
    expect(lastPath(forked, '06056263')).toBe(path(SECOND));
    expect(mainLine(forked).map(({ step }) => step)).toEqual(['', '0605', '0203', '0506']);
  });

  test('accepts an untrusted path only if it is valid', () => {
    expect(parseTreePath('')).toBe('');
    expect(parseTreePath('06056263')).toBe('06056263');
    const full = '0605'.repeat(TREE_LIMITS.moves);
    expect(parseTreePath(full)).toBe(full);
    for (const text of ['060', '0675', '7605', '0695', '0605\n', ' 0605', 'abcd', `${full}0605`]) {
      expect(parseTreePath(text)).toBeNull();
    }
  });
});

describe('playing', () => {
  test('returns the same tree and the existing child for a known move', () => {
    const again = value(playAt(forked, '0605', move('6,2-6,3')));
    expect(again.path).toBe('06056263');
    expect(again.tree).toBe(forked);
  });

  test('adds a new move as the last child and shares all other nodes', () => {
    const before = pathsOf(forked);
    const { tree, path: added } = value(playAt(forked, '0605', move('0,2-1,2')));
    expect(childrenOf(tree, '0605')).toEqual(['06050203', '06056263', '06056261', added]);
    expect(tree.moves).toBe(forked.moves + 1);
    expect(nodeAt(tree, '06050203')).toBe(nodeAt(forked, '06050203'));
    expect(nodeAt(tree, path(OTHER))).toBe(nodeAt(forked, path(OTHER)));
    expect(gameAt(tree, '0605')).toBe(gameAt(forked, '0605'));
    expect(pathsOf(forked)).toEqual(before);
  });

  test.each([
    ['NO_NODE', '9999', '0,6-0,5'],
    ['NO_PIECE', '', '3,4-3,5'],
    ['NOT_YOUR_PIECE', '', '0,2-0,3'],
    ['ILLEGAL_MOVE', '0605', '0,2-0,4'],
    ['OUT_OF_BOARD', '', '0,6-0,9'],
  ])('%s', (code, at, text) => {
    expect(playAt(forked, at, move(text))).toEqual({ ok: false, error: code });
  });

  test('applies the rules to the moves of the path alone', () => {
    const round = '0,6-0,7 6,2-6,1 0,7-0,6 6,1-6,2';
    const start = board('C0,6 l6,2');
    const line = `${round} ${round}`.split(' ').slice(0, 7);
    let at = { tree: newTree(undefined, start), path: '' };
    for (const text of line) at = value(playAt(at.tree, at.path, move(text)));
    expect(playAt(at.tree, at.path, move('6,1-6,2'))).toEqual({ ok: false, error: 'THREEFOLD_REPETITION' });
    expect(playAt(at.tree, path('0,6-0,7 6,2-6,1 0,7-0,6'), move('6,1-6,2')).ok).toBe(true);
  });

  test('refuses new moves beyond the limit, but returns existing ones', () => {
    const endless = newGame(localRuleSet({ threefold: false, hundredRounds: false }), board('C0,6 l6,2'));
    const round = '0,6-0,7 6,2-6,1 0,7-0,6 6,1-6,2';
    const long = playAll(endless, Array.from({ length: TREE_LIMITS.moves / 4 }, () => round).join(' '));
    const tree = treeOfGame(long);
    expect(tree.moves).toBe(TREE_LIMITS.moves);
    expect(playAt(tree, '', move('0,6-0,5'))).toEqual({ ok: false, error: 'TREE_FULL' });
    expect(value(playAt(tree, '', move('0,6-0,7'))).path).toBe('0607');
    const last = lastPath(tree, '')!;
    expect(parseTreePath(last)).toBe(last);
    expect(gameAt(tree, last)).toBe(long);
    const room = value(deleteAt(tree, '06076261'));
    expect(room.moves).toBe(1);
    expect(playAt(room, '', move('0,6-0,5')).ok).toBe(true);
  });
});

describe('the tree of a game', () => {
  const surrendered = endGame(playAll(newGame('online-1'), MAIN), 'blue', 'SURRENDER');
  const tree = treeOfGame(surrendered);
  const end = path(MAIN);

  test('has the game as its main line with the result at the end', () => {
    expect(tree.moves).toBe(3);
    expect(lastPath(tree, '')).toBe(end);
    expect(gameAt(tree, end)).toBe(surrendered);
    expect(mainLine(tree).map(({ game }) => plyCount(game))).toEqual([0, 1, 2, 3]);
    expect(mainLine(tree).map(({ game }) => outcome(game).winner)).toEqual([null, null, null, 'blue']);
    expect(gameAt(tree, '0605')).toEqual(playAll(newGame('online-1'), '0,6-0,5'));
  });

  test('allows moves after the end of a surrendered game, which has its result still', () => {
    const open = withoutVerdict(gameAt(tree, end)!);
    expect(legalGameMoves(open).length).toBeGreaterThan(0);
    const further = value(playAt(tree, end, move('0,3-0,2')));
    expect(outcome(gameAt(further.tree, further.path)!).winner).toBe(null);
    expect(outcome(gameAt(further.tree, end)!).endReason).toBe('SURRENDER');
    expect(further.tree.played).toBe(surrendered);
  });

  test('has the result again after its line was deleted and replayed', () => {
    const cut = value(deleteAt(tree, '06050203'));
    expect(cut.played).toBe(surrendered);
    const back = value(playAt(value(playAt(cut, '0605', move('0,2-0,3'))).tree, '06050203', move('0,5-0,6')));
    expect(gameAt(back.tree, end)).toBe(surrendered);
  });

  test('refuses moves after an end on the board', () => {
    const won = treeOfGame(playAll(newGame(undefined, board('C3,1 l0,0')), '3,1-3,0'));
    expect(playAt(won, '3130', move('0,0-0,1'))).toEqual({ ok: false, error: 'GAME_OVER' });
    expect(withoutVerdict(won.played)).toBe(won.played);
  });

  test('allows moves in a surrendered game without moves', () => {
    const atOnce = treeOfGame(endGame(newGame(), 'red', 'TIME_UP'));
    expect(outcome(gameAt(atOnce, '')!).endReason).toBe('TIME_UP');
    expect(playAt(atOnce, '', move('0,6-0,5')).ok).toBe(true);
  });
});

describe('promoting', () => {
  test('moves a branch one place up from any of its nodes, and paths stay valid', () => {
    const once = value(promote(forked, '06056261'));
    expect(childrenOf(once, '0605')).toEqual(['06050203', '06056261', '06056263']);
    const main = value(promote(forked, path(SECOND)));
    expect(lastPath(main, '')).toBe(path(SECOND));
    expect(nodeAt(main, path(MAIN))).toBe(nodeAt(forked, path(MAIN)));
  });

  test('to the main line promotes at every fork', () => {
    const deep = treeOf(MAIN, OTHER, `${OTHER} 0,2-0,3`, `${OTHER} 0,2-1,2`, `${OTHER} 0,2-1,2 6,5-6,6`);
    const main = value(promoteToMainLine(deep, path(`${OTHER} 0,2-1,2`)));
    expect(lastPath(main, '')).toBe(path(`${OTHER} 0,2-1,2 6,5-6,6`));
    expect(childrenOf(main, '')).toEqual([path(OTHER), '0605']);
    expect(childrenOf(main, path(OTHER))).toEqual([path(`${OTHER} 0,2-1,2`), path(`${OTHER} 0,2-0,3`)]);
  });

  test('changes nothing on the main line', () => {
    expect(value(promote(forked, path(MAIN)))).toBe(forked);
    expect(value(promote(forked, ''))).toBe(forked);
    expect(value(promoteToMainLine(forked, path(MAIN)))).toEqual(forked);
  });

  test('requires an existing node', () => {
    expect(promote(forked, '9999')).toEqual({ ok: false, error: 'NO_NODE' });
    expect(promoteToMainLine(forked, '9999')).toEqual({ ok: false, error: 'NO_NODE' });
  });
});

describe('deleting', () => {
  test('removes a node with its descendants, and the next branch becomes the line', () => {
    const cut = value(deleteAt(forked, '06050203'));
    expect(pathsOf(cut)).toEqual(pathsOf(forked).filter((one) => !one.startsWith('06050203')));
    expect(cut.moves).toBe(forked.moves - 2);
    expect(lastPath(cut, '')).toBe(path(SECOND));
  });

  test('refuses the root and missing nodes', () => {
    expect(deleteAt(forked, '')).toEqual({ ok: false, error: 'IS_ROOT' });
    expect(deleteAt(forked, '0000')).toEqual({ ok: false, error: 'NO_NODE' });
  });
});

describe('comments and shapes', () => {
  const arrow: Shape = { kind: 'arrow', from: { x: 0, y: 6 }, to: { x: 0, y: 5 }, color: 'jade' };
  const mark: Shape = { kind: 'mark', at: { x: 3, y: 0 }, color: 'red' };

  test('are preserved by every other edit', () => {
    const noted = value(setShapes(value(setComment(forked, '06056263', '好棋')), '06056263', [arrow, mark]));
    const further = value(playAt(value(promote(noted, '06056263')), '06056263', move('6,6-6,5'))).tree;
    expect(nodeAt(further, '06056263')).toMatchObject({ comment: '好棋', shapes: [arrow, mark] });
    expect(nodeAt(forked, '06056263')).toMatchObject({ comment: '', shapes: [] });
    expect(nodeAt(value(setComment(further, '06056263', '')), '06056263')?.comment).toBe('');
    expect(nodeAt(value(setShapes(noted, '', [mark])), '')?.shapes).toEqual([mark]);
  });

  test('are limited', () => {
    const longest = 'x'.repeat(TREE_LIMITS.comment);
    const most = Array.from({ length: TREE_LIMITS.shapes }, () => mark);
    expect(setComment(forked, '0605', longest).ok).toBe(true);
    expect(setComment(forked, '0605', `${longest}x`)).toEqual({ ok: false, error: 'COMMENT_TOO_LONG' });
    expect(setShapes(forked, '0605', most).ok).toBe(true);
    expect(setShapes(forked, '0605', [...most, mark])).toEqual({ ok: false, error: 'TOO_MANY_SHAPES' });
  });

  test.each<[string, Shape]>([
    ['a mark off the board', { ...mark, at: { x: 7, y: 0 } }],
    ['an arrow from off the board', { ...arrow, from: { x: 0, y: -1 } }],
    ['an arrow to off the board', { ...arrow, to: { x: 0.5, y: 0 } }],
    ['an arrow to where it starts', { ...arrow, to: arrow.from }],
  ])('refuse %s', (_, shape) => {
    expect(setShapes(forked, '0605', [mark, shape])).toEqual({ ok: false, error: 'BAD_SHAPE' });
  });

  test('require an existing node', () => {
    expect(setComment(forked, '0000', 'x')).toEqual({ ok: false, error: 'NO_NODE' });
    expect(setShapes(forked, '0000', [])).toEqual({ ok: false, error: 'NO_NODE' });
  });
});
