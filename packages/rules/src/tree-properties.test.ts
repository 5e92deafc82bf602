import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPosition, choices, nodesOf, pathsOf, playChoices, value } from '../test/fixtures.ts';
import {
  deleteAt,
  endGame,
  type Game,
  type GameTree,
  gameAt,
  lastPath,
  legalGameMoves,
  mainLine,
  newGame,
  nodeAt,
  outcome,
  parentPath,
  parseTreePath,
  play,
  playAt,
  promote,
  promoteToMainLine,
  ruleSetOf,
  setComment,
  type TreePath,
  treeOfGame,
  withoutVerdict,
} from './index.ts';

const OPERATIONS = ['play', 'play', 'play', 'promote', 'promoteToMainLine', 'delete', 'comment'] as const;

/** Selects a node and an operation. */
const anyOperation = fc.record({
  kind: fc.constantFrom(...OPERATIONS),
  node: fc.nat(1000),
  pick: fc.nat(31),
});
type Operation = typeof anyOperation extends fc.Arbitrary<infer One> ? One : never;

/** Trees of running, decided and surrendered games, from any start with either side to move. */
const anyTree: fc.Arbitrary<GameTree> = fc
  .tuple(fc.option(anyPosition, { nil: undefined }), choices(12), fc.boolean())
  .map(([start, chosen, givenUp]) => {
    const game = playChoices(newGame('online-1', start), chosen);
    return treeOfGame(givenUp ? endGame(game, 'red', 'SURRENDER') : game);
  });

function replay(path: TreePath, start: Game): Game {
  let game = start;
  for (const [fromX, fromY, toX, toY] of path.match(/.{4}/g) ?? []) {
    const [from, to] = [
      { x: Number(fromX), y: Number(fromY) },
      { x: Number(toX), y: Number(toY) },
    ];
    game = value(play(game, { from, to }));
  }
  return game;
}

function expectSound(tree: GameTree): void {
  const nodes = nodesOf(tree);
  const start = newGame(ruleSetOf(tree.played), tree.played.start);
  expect(tree.moves).toBe(nodes.length - 1);
  expect(new Set(nodes.map(([path]) => path)).size).toBe(nodes.length);
  for (const [path, node] of nodes) {
    const replayed = replay(path, start);
    const end = replayed.history === tree.played.history;
    expect(node.game).toEqual(end ? tree.played : replayed);
    expect(nodeAt(tree, path)).toBe(node);
    expect(parseTreePath(path)).toBe(path);
    if (path !== '') expect(nodeAt(tree, parentPath(path)!)?.children).toContain(node);
  }
  expect(mainLine(tree).at(-1)).toBe(nodeAt(tree, lastPath(tree, '')!));
}

/** The content of each node without the order of branches. */
function contentOf(tree: GameTree): string[] {
  return nodesOf(tree)
    .map(([path, { comment }]) => `${path} ${comment}`)
    .sort();
}

function operate(tree: GameTree, { kind, node, pick }: Operation): GameTree {
  const paths = pathsOf(tree);
  const path = paths[node % paths.length]!;
  if (kind === 'play') {
    const moves = legalGameMoves(withoutVerdict(gameAt(tree, path)!));
    if (moves.length === 0) return tree;
    const played = value(playAt(tree, path, moves[pick % moves.length]!));
    expect(new Set(pathsOf(played.tree))).toEqual(new Set([...paths, played.path]));
    return played.tree;
  }
  if (kind === 'comment') return value(setComment(tree, path, `${pick}`));
  if (kind === 'delete') {
    if (path === '') return tree;
    const cut = value(deleteAt(tree, path));
    expect(pathsOf(cut)).toEqual(paths.filter((one) => !one.startsWith(path)));
    return cut;
  }
  const promoted = value(kind === 'promote' ? promote(tree, path) : promoteToMainLine(tree, path));
  expect(contentOf(promoted)).toEqual(contentOf(tree));
  if (kind === 'promoteToMainLine') expect(lastPath(promoted, '')!.startsWith(path)).toBe(true);
  return promoted;
}

describe('a tree', () => {
  test('is consistent after any operations, which do not mutate their input', () => {
    fc.assert(
      fc.property(anyTree, fc.array(anyOperation, { maxLength: 30, size: 'max' }), (first, operations) => {
        expectSound(first);
        const last = operations.reduce((tree, operation) => {
          const before = nodesOf(tree);
          const after = operate(tree, operation);
          expect(nodesOf(tree)).toEqual(before);
          return after;
        }, first);
        expectSound(last);
        expect(last.played).toBe(first.played);
      }),
      { numRuns: 150 },
    );
  });

  test('repeated promotion makes any node part of the main line', () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.array(anyOperation, { maxLength: 20 }),
        fc.nat(1000),
        (first, operations, pick) => {
          const tree = operations.reduce(operate, first);
          const paths = pathsOf(tree);
          const path = paths[pick % paths.length]!;
          let promoted = tree;
          while (!lastPath(promoted, '')!.startsWith(path)) promoted = value(promote(promoted, path));
          expect(lastPath(promoted, '')).toBe(lastPath(value(promoteToMainLine(tree, path)), ''));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('takes any text as a path without throwing', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-8]{0,40}$/));
    fc.assert(
      fc.property(anyTree, anyText, (tree, text) => {
        const node = nodeAt(tree, text);
        expect(node !== null).toBe(pathsOf(tree).includes(text));
        if (node === null) expect(deleteAt(tree, text)).toEqual({ ok: false, error: 'NO_NODE' });
        expect([text, null]).toContain(parseTreePath(text));
      }),
      { numRuns: 100 },
    );
  });

  test('the last node of its game has the outcome of the game', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(outcome(gameAt(tree, lastPath(tree, '')!)!)).toEqual(outcome(tree.played));
      }),
    );
  });
});
