import { LEVELS } from '@doushouqi/endgames';
import { expect, it } from 'vitest';
import { LevelCheck, menOf, Proofs } from './check/check-level.ts';

/** Levels of so few pieces are proved in a moment; `npm run puzzles:check -- endgames` proves all. */
const FEW = 3;

it.each(LEVELS.filter((level) => menOf(level).length <= FEW).map(({ id }) => id))(
  '%s has one first move, and its solution has every move that keeps the goal',
  (id) => {
    const level = LEVELS.find((one) => one.id === id)!;
    expect(new LevelCheck(level, new Proofs(menOf(level))).run().faults).toEqual([]);
  },
);
