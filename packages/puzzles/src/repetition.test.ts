import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterRepetition, type Mistake, newMistake, REPETITION_DAYS } from './repetition.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 18);

test('a mistake comes back after 1, 3, 7 and 21 days, then it is learned', () => {
  let mistake: Mistake | null = newMistake(NOW);
  let now = NOW;
  for (const days of REPETITION_DAYS) {
    expect(mistake!.dueAt).toBe(now + days * DAY);
    now = mistake!.dueAt;
    mistake = afterRepetition(mistake!, true, now);
  }
  expect(mistake).toBeNull();
});

test('a right answer before it is due changes nothing', () => {
  const mistake = newMistake(NOW);
  expect(afterRepetition(mistake, true, mistake.dueAt - 1)).toEqual(mistake);
});

test('a wrong answer starts again, whenever it comes', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.nat(40 * DAY), (box, later) => {
      const mistake: Mistake = { box, dueAt: NOW + REPETITION_DAYS[box]! * DAY, missedAt: NOW };
      expect(afterRepetition(mistake, false, NOW + later)).toEqual(newMistake(NOW + later));
    }),
  );
});
