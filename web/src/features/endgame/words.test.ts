import { LEVELS } from '@doushouqi/endgames';
import { expect, it } from 'vitest';
import { taskText } from './words.ts';

it('names the side, the goal and the moves of a level', () => {
  const level = { ...LEVELS[0]!, goal: 'win', shortest: 7 } as const;
  expect(taskText(level)).toBe('红先，四步取胜');
  expect(taskText({ ...level, goal: 'hold', shortest: 3, side: 'blue' })).toBe('蓝先，守住两步');
});
