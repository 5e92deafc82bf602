import type { Document } from 'bson';
import { unsupported } from '../errors.ts';
import type { Fold } from './sort-key.ts';

/** A collation as this store understands it: `name` tells two of them apart, `fold` is absent for binary order. */
export interface Collation {
  readonly name: string;
  readonly fold?: Fold;
}

/** Binary comparison of strings, the default. */
export const SIMPLE: Collation = { name: 'simple' };

const CASE_INSENSITIVE: Collation = {
  name: 'strength2',
  fold: (text) => text.normalize('NFC').toLowerCase(),
};
const BASE_LETTERS: Collation = {
  name: 'strength1',
  fold: (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
};

/** Reads a collation document: `simple`, or any locale at strength 1 or 2. */
export function parseCollation(spec: unknown): Collation {
  if (spec === undefined || spec === null) return SIMPLE;
  const { locale, strength, numericOrdering, caseLevel, alternate } = spec as Document;
  if (locale === 'simple') return SIMPLE;
  if (numericOrdering || caseLevel || alternate === 'shifted') {
    throw unsupported('collation with numericOrdering, caseLevel or alternate');
  }
  if (strength === 1) return BASE_LETTERS;
  if (strength === 2) return CASE_INSENSITIVE;
  throw unsupported('collation with a strength other than 1 or 2');
}
