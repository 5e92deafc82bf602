import { expect, it } from 'vitest';
import { pool } from './pool.ts';

function task() {
  let end = (_: string): void => {};
  let fail = (_: Error): void => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { ended, end, fail };
}

it('runs at most the given number at once, in order, and continues after a failure', async () => {
  const [first, second, third] = [task(), task(), task()];
  const begun: string[] = [];
  const run = pool(2);
  const begin = (name: string, { ended }: ReturnType<typeof task>) =>
    run(() => {
      begun.push(name);
      return ended;
    });
  const results = [begin('first', first), begin('second', second), begin('third', third)];
  expect(begun).toEqual(['first', 'second']);
  second.fail(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  expect(begun).toEqual(['first', 'second', 'third']);
  third.end('c');
  first.end('a');
  expect(await Promise.all([results[0], results[2]])).toEqual(['a', 'c']);
});
