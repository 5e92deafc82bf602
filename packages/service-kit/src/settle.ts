/**
 * Gives back what only the start needed: code that ran once, the young generation that loading hundreds of modules
 * made large, garbage. V8 by itself keeps all of it until memory gets scarce: 8 to 25 MB in each process. It takes
 * about 0.1 s in which nothing else runs, so it is for the end of a start. Does nothing without `--expose-gc`.
 */
export function settle(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
