import { legalGameMoves, newGame, parseFen } from '@doushouqi/rules';
import { afterEach, expect, test } from 'vitest';
import { createEngine } from '../src/index.ts';
import { nodePort } from '../src/node.ts';

const engine = createEngine(nodePort);
afterEach(() => engine.close());

test('finds the move that enters the den', async () => {
  const position = parseFen('7/3R3/7/7/7/7/7/7/1r5 w');
  if (!position.ok) throw new Error(position.error.code);
  const { lines } = await engine.analyse(newGame(undefined, position.value), { depth: 3 });
  expect(lines[0]).toMatchObject({ move: { to: { x: 3, y: 0 } }, score: { kind: 'win', plies: 1 } });
});

test('a new request stops the running one, and each resolves', async () => {
  const game = newGame();
  const infos = await Promise.all([
    engine.analyse(game, {}),
    engine.analyse(game, {}),
    engine.choose(game, 1, 7),
  ]);
  for (const { lines } of infos) expect(legalGameMoves(game)).toContainEqual(lines[0]?.move);
});

test('stop resolves with what was found', async () => {
  const found = engine.analyse(newGame(), { lines: 3 }, () => engine.stop());
  expect((await found).lines).toHaveLength(3);
});

test('a game that is over has no moves', async () => {
  const position = parseFen('3R3/7/7/7/7/7/7/7/1r5 b');
  if (!position.ok) throw new Error(position.error.code);
  await expect(engine.analyse(newGame(undefined, position.value), {})).rejects.toMatchObject({
    code: 'NO_MOVES',
  });
});
