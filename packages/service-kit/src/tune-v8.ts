import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 compile with all it has what was called a thousand times, not three thousand, and what has seen nothing new in a
 * hundred calls, not five hundred. By its defaults a node with a few hundred moves a second runs most of a move in code
 * that was compiled in a hurry: games that begin and end show it new kinds of values, and each begins the count anew.
 *
 * And has it keep what it compiled. Some seconds after a collection V8 collects once more where little happens; by
 * default it then also drops the hidden classes of objects that only a move in the making has, and with them the
 * compiled code of the whole move (docs/performance.md). A V8 that has no such flag goes on as it is.
 */
export function tuneV8(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000');
  setFlagsFromString('--minimum-invocations-after-ic-update=100');
  setFlagsFromString('--no-memory-reducer-favors-memory');
}
