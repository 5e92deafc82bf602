import { THEMES } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { pageOf } from '../../ui/pages.ts';
import { pageSize, pageWith } from './paging.ts';

it('shows twelve themes on wide screens and four on others', () => {
  expect([pageSize(true), pageSize(false)]).toEqual([12, 4]);
  expect(pageOf(THEMES, 1, pageSize(true))).toMatchObject({ total: 1, shown: THEMES });
  expect(pageOf(THEMES, 2, pageSize(false))).toMatchObject({ total: 2, shown: THEMES.slice(4) });
});

it.each([
  [0, 4, 1],
  [3, 4, 1],
  [4, 4, 2],
  [7, 4, 2],
  [7, 12, 1],
  [-1, 4, 1],
])('finds the item %i on pages of %i on page %i', (index, size, page) => {
  expect(pageWith(index, size)).toBe(page);
});
