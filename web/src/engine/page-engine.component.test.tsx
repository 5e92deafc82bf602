import { answers } from '@doushouqi/engine/testing';
import { newGame } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { pageEngine } from './page-engine.ts';

const START = newGame();

test('one engine serves all callers and searches in a worker of this browser', async () => {
  const engine = await pageEngine();
  expect(await pageEngine()).toBe(engine);
  const depths: number[] = [];
  const found = await engine.analyze(START, { depth: 3, lines: 2 }, ({ depth }) => depths.push(depth));
  expect(found.depth).toBe(3);
  expect(found.lines).toHaveLength(2);
  expect(depths).toEqual([1, 2]);
});

test('a stopped search resolves to its last result', async () => {
  const engine = await pageEngine();
  const found = engine.analyze(START, {}, () => engine.stop());
  expect((await found).lines).toHaveLength(1);
});

test('a request after `close()` starts another worker', async () => {
  const engine = await pageEngine();
  const lost = engine.analyze(START, {});
  engine.close();
  await expect(lost).rejects.toMatchObject({ code: 'CRASHED' });
  expect((await (await pageEngine()).choose(START, 1, 7)).lines[0]?.move).toBeDefined();
});

test('the same requests have the same results in a browser and in Node', async () => {
  const text = await answers(await pageEngine());
  await expect(text).toMatchFileSnapshot('../../../packages/engine/testing/answers.txt');
});
