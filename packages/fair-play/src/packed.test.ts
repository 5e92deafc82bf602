import { expect, it } from 'vitest';
import { agreementOf, expectedAgreement, meanLossOf } from './agreement.ts';
import type { Decision } from './decisions.ts';
import { packDecisions, unpackDecisions } from './packed.ts';

const DECISIONS: Decision[] = [
  { phase: 'middle', clarity: 2, quality: 0, loss: 0, isBehind: true, ms: 4_200 },
  { phase: 'ending', clarity: 0, quality: 3, loss: 120, isBehind: false, ms: null },
];

it('unpacks the same decisions', () => {
  expect(unpackDecisions(packDecisions(DECISIONS))).toEqual(DECISIONS);
  expect(unpackDecisions([])).toEqual([]);
});

it('compares agreement with that of honest persons in positions of the same clarity', () => {
  expect(agreementOf(DECISIONS)).toBe(0.5);
  expect(meanLossOf(DECISIONS)).toBe(60);
  const row = (first: number) => [first, 1 - first];
  const { expected, chance } = expectedAgreement(
    DECISIONS,
    { bands: [{ upTo: 9_999, shares: [row(0.2), row(0.5), row(0.6)] }] },
    0,
  );
  expect(expected).toBeCloseTo(0.4);
  expect(chance).toBeCloseTo(Math.sqrt(0.2 * 0.8 + 0.6 * 0.4) / 2);
  expect(agreementOf([])).toBe(0);
});
