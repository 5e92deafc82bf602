/** Rated puzzles, without DOM, clock and randomness. */
export * from './days.ts';
export * from './judge.ts';
export * from './puzzle.ts';
export * from './repetition.ts';
export * from './rush.ts';
export * from './selection.ts';
export * from './verdict.ts';
