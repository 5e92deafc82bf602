import { expect, test } from 'vitest';
import { nameSize } from './name-size.ts';

test.each([
  ['山君', 'm'],
  ['山里最后一只狮', 'm'],
  ['骑着大象的小老鼠', 'l'],
  ['骑着大象过河的小老鼠米粒', 'xl'],
  ['tigertiger', 'm'],
  ['tiger-of-the-hill', 'xl'],
])('%s has size %s', (name, size) => {
  expect(nameSize(name)).toBe(size);
});
