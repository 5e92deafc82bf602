import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../src/index.ts';
import { nodePort } from '../src/node.ts';
import { answers } from './answers.ts';

const engine = createEngine(nodePort);
afterAll(() => engine.close());

/** The page's engine is held against the same file. */
test('the same questions have the same answers in Node as everywhere', async () => {
  await expect(await answers(engine)).toMatchFileSnapshot('./answers.txt');
});
