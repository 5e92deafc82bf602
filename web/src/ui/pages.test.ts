import { describe, expect, it } from 'vitest';
import { pageItems, pageOf } from './pages.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, 'gap', 9]],
  [3, 9, [1, 2, 3, 4, 'gap', 9]],
  [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [9, 9, [1, 'gap', 8, 9]],
])('page %i of %i: %j', (current, total, items) => {
  expect(pageItems(current, total)).toEqual(items);
});

describe('pageOf', () => {
  const items = Array.from({ length: 17 }, (_, index) => index);
  it.each([
    ['the first', 1, { page: 1, total: 3, shown: items.slice(0, 8) }],
    ['the last, which is not full', 3, { page: 3, total: 3, shown: [16] }],
    ['one that is gone: the last', 4, { page: 3, total: 3, shown: [16] }],
    ['none: the first', 0, { page: 1, total: 3, shown: items.slice(0, 8) }],
  ])('%s', (_, wanted, page) => expect(pageOf(items, wanted, 8)).toEqual(page));

  it('has one empty page when there are no items', () => {
    expect(pageOf([], 2, 8)).toEqual({ page: 1, total: 1, shown: [] });
  });
});
