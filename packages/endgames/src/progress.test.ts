import { describe, expect, it } from 'vitest';
import { LEVELS } from './levels.ts';
import {
  currentLevel,
  formatProgress,
  isLevelOpen,
  levelAfter,
  levelOf,
  levelsOf,
  MOST_STARS,
  type Progress,
  parseProgress,
  STARS_TO_OPEN,
  starsMissing,
  totalStars,
  withStars,
} from './progress.ts';

function level(id: string) {
  return levelOf(id)!;
}

function open(progress: Progress) {
  return LEVELS.filter((one) => isLevelOpen(progress, one)).map(({ id }) => id);
}

const FIVE: Progress = { 'river-1': 3, 'river-2': 3, 'river-3': 3, 'river-4': 3, 'river-5': 2 };

it('has 72 levels with 216 stars, and half of a chapter opens the next', () => {
  expect([LEVELS.length, MOST_STARS, STARS_TO_OPEN]).toEqual([72, 216, 14]);
});

describe('opens', () => {
  it('three levels at first', () => {
    expect(open({})).toEqual(['river-1', 'river-2', 'river-3']);
    expect(currentLevel({}).id).toBe('river-1');
  });

  it('one more for each solved level', () => {
    expect(open({ 'river-2': 1 })).toEqual(['river-1', 'river-2', 'river-3', 'river-4']);
  });

  it('the next chapter with half of the stars', () => {
    expect(starsMissing({ ...FIVE, 'river-5': 1 }, 'leap')).toBe(1);
    expect(starsMissing(FIVE, 'leap')).toBe(0);
    expect(open(FIVE)).toContain('leap-3');
    expect(open(FIVE)).not.toContain('leap-4');
    expect(currentLevel(FIVE).id).toBe('leap-1');
  });

  it('a chapter with a solved level, whatever the one before has', () => {
    expect(starsMissing({ 'trap-1': 1 }, 'trap')).toBe(0);
  });
});

describe('the level after', () => {
  it('is the next one that is open, also of the next chapter', () => {
    expect(levelAfter({}, level('river-1'))?.id).toBe('river-2');
    expect(levelAfter({}, level('river-3'))).toBe(null);
    expect(levelAfter(FIVE, level('river-9'))?.id).toBe('leap-1');
    expect(levelAfter({}, level('river-9'))).toBe(null);
    expect(levelAfter({}, level('standard-9'))).toBe(null);
  });
});

it('counts the stars of a chapter and of all', () => {
  const progress: Progress = { 'river-1': 3, 'leap-1': 2 };
  expect([totalStars(progress), totalStars(progress, 'leap')]).toEqual([5, 2]);
});

it('stores the best stars of a level', () => {
  const one = withStars({}, level('river-1'), 2);
  expect(withStars(one, level('river-1'), 1)).toBe(one);
  expect(withStars(one, level('river-1'), 3)).toEqual({ 'river-1': 3 });
});

it('goes on with the first level when all are solved', () => {
  const all = Object.fromEntries(LEVELS.map(({ id }) => [id, 3 as const]));
  expect(currentLevel(all).id).toBe('river-1');
  expect(levelsOf('standard')).toHaveLength(9);
});

it.each([
  ['nothing', null, {}],
  ['no JSON', '{', {}],
  ['no object', '3', {}],
  ['a list', '[1]', {}],
  ['an unknown level', '{"river-10":3}', {}],
  ['a wrong number', '{"river-1":4,"river-2":"3","river-3":0,"river-4":2}', { 'river-4': 2 }],
])('reads %s from the storage', (_, text, progress) => {
  expect(parseProgress(text)).toEqual(progress);
});

it('reads what it wrote', () => {
  expect(parseProgress(formatProgress(FIVE))).toEqual(FIVE);
});
