import { expect, test } from 'vitest';
import { troubles } from '../src/soak/report.ts';
import { soak } from '../src/soak/soak.ts';

test('frees memory and keys of closed rooms', {
  timeout: 120_000,
}, async () => {
  const result = await soak(60, 60);
  expect(troubles(result)).toEqual([]);
});
