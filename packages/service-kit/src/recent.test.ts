import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

const kept = (limit: number, use: (recent: ReturnType<typeof createRecent<number>>) => void) => {
  const recent = createRecent<number>(limit);
  use(recent);
  return ['a', 'b', 'c'].map((key) => recent.get(key));
};

test.each([
  ['nothing', 0, () => undefined, [undefined, undefined, undefined]],
  ['as many as it may', 2, () => undefined, [undefined, 2, 3]],
  ['what was read', 2, (get: (key: string) => unknown) => get('a'), [1, undefined, 3]],
  ['all', 3, () => undefined, [1, 2, 3]],
])('keeps %s', (_what, limit, beforeThird, expected) => {
  const found = kept(limit, (recent) => {
    recent.set('a', 1);
    recent.set('b', 2);
    beforeThird(recent.get);
    recent.set('c', 3);
  });
  expect(found).toEqual(expected);
});

test('a value set anew is the newest, and takes no second place', () => {
  const found = kept(2, (recent) => {
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 9);
    recent.set('c', 3);
  });
  expect(found).toEqual([9, undefined, 3]);
});

test('what is deleted is gone', () => {
  const found = kept(2, (recent) => {
    recent.set('a', 1);
    recent.delete('a');
  });
  expect(found[0]).toBeUndefined();
});
