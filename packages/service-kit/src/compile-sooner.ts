import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 compile with all it has what was called a thousand times, not three thousand, and what has seen nothing new in a
 * hundred calls, not five hundred. By its defaults a node with a few hundred moves a second runs most of a move in code
 * that was compiled in a hurry: games that begin and end show it new kinds of values, and each begins the count anew
 * (docs/performance.md). A V8 that has no such flag goes on as it is.
 */
export function compileSooner(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000');
  setFlagsFromString('--minimum-invocations-after-ic-update=100');
}
