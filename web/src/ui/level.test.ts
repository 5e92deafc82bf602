import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { levelName, levelParts } from './level.ts';

const ART = join(import.meta.dirname, '../../art/levels');
const ALL = Array.from({ length: 24 }, (_, index) => index + 1);

it('has both drawings of every level, and no others', () => {
  const files = ALL.map(levelParts).flatMap(({ animal, step }) => [
    `${animal}-${step}.svg`,
    `${animal}-${step}-s.svg`,
  ]);
  expect(files.filter((file) => !existsSync(join(ART, file)))).toEqual([]);
  expect(readdirSync(ART).length).toBe(files.length);
});

it('names each level by its animal and step', () => {
  const names = [null, 1, 3, 4, 14, 24].map((order) => levelName(order));
  expect(names).toEqual(['未定级', '鼠一阶', '鼠三阶', '猫一阶', '豹二阶', '象三阶']);
});
