import { setTimeout as delay } from 'node:timers/promises';
import { outcome, type Tally, tallyOf } from './attack.ts';

/** Below the gateway's limit per address, so that other limits apply. */
const PER_SECOND = 150;
const SLICE_MS = 20;

/**
 * Sends `PER_SECOND` calls a second, answered or not, until stopped. The result stops it and resolves to the outcomes.
 */
export function startFlood(call: (n: number) => Promise<object>): () => Promise<Tally> {
  const outcomes: Promise<object | string>[] = [];
  let isOver = false;
  const goOn = async (): Promise<void> => {
    for (let n = 0; !isOver; await delay(SLICE_MS))
      for (const end = n + (PER_SECOND * SLICE_MS) / 1_000; n < end; n += 1) outcomes.push(outcome(call(n)));
  };
  const going = goOn();
  return async () => {
    isOver = true;
    await going;
    return tallyOf(await Promise.all(outcomes));
  };
}
