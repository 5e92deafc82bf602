import { setFlagsFromString } from 'node:v8';

/**
 * Sets when V8 compiles a function fully: after 1 000 calls (default 3 000) and 100 calls after the last new type
 * (default 500). With these values a garbage collection at rest does not drop hidden classes, and with them the
 * compiled code of a move. V8 ignores unknown flags.
 *
 * Gain, together with `writeOncePerTurn`: about a fifth of a node's CPU for a move (docs/performance.md).
 */
export function tuneV8(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000');
  setFlagsFromString('--minimum-invocations-after-ic-update=100');
  setFlagsFromString('--no-memory-reducer-favors-memory');
}

/**
 * Frees memory that only startup needed: code that ran once, garbage, the young generation that loading hundreds of
 * modules enlarged. Blocks the process for about 0.1 s. Does nothing without `--expose-gc`.
 *
 * Gain: 8 to 25 MB of each process (`npm run bench:load -- idle`).
 */
export function freeStartupMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
