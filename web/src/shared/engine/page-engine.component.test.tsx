import { answers } from '@doushouqi/engine/testing';
import { newGame } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { pageEngine } from './page-engine.ts';

const START = newGame();

test('searches in a worker of this browser', async () => {
  const depths: number[] = [];
  const found = await pageEngine.analyze(START, { depth: 3, lines: 2 }, ({ depth }) => depths.push(depth));
  expect(found.depth).toBe(3);
  expect(found.lines).toHaveLength(2);
  expect(depths).toEqual([1, 2]);
});

test('a stopped search resolves to its last result', async () => {
  const found = pageEngine.analyze(START, {}, () => pageEngine.stop());
  expect((await found).lines).toHaveLength(1);
});

test('a request after `close()` starts another worker', async () => {
  const lost = pageEngine.analyze(START, {});
  pageEngine.close();
  await expect(lost).rejects.toMatchObject({ code: 'CRASHED' });
  expect((await pageEngine.choose(START, 1, 7)).lines[0]?.move).toBeDefined();
});

test('the same requests have the same results in a browser and in Node', async () => {
  const text = await answers(pageEngine);
  await expect(text).toMatchFileSnapshot('../../../../packages/engine/testing/answers.txt');
});
