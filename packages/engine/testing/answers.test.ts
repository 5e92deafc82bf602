import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../src/index.ts';
import { nodePort } from '../src/node.ts';
import { answers } from './answers.ts';

const engine = createEngine(nodePort);
afterAll(() => engine.close());

/** The page's engine is compared with the same file. */
test('gives the same answers in Node as on other platforms', async () => {
  await expect(await answers(engine)).toMatchFileSnapshot('./answers.txt');
});
