import { readFileSync } from 'node:fs';
import type { Baseline } from './evidence.ts';

/** Counted by `npm run simulate:fair-play -- --calibrate`. */
export const BASELINE: Baseline = JSON.parse(
  readFileSync(new URL('../data/baseline.json', import.meta.url), 'utf8'),
);
