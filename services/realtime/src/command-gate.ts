import { errorOf } from '@doushouqi/service-kit';

/** Lets commands through until it is closed, and knows when the last one is done. */
export interface CommandGate {
  /** Throws UNAVAILABLE once closed. */
  run<T>(command: () => Promise<T>): Promise<T>;
  /** Refuses what comes from now on; resolves when nothing is in hand. */
  close(): Promise<void>;
}

export const createCommandGate = (): CommandGate => {
  let closed = false;
  let inHand = 0;
  let done: (() => void) | undefined;
  return {
    async run(command) {
      if (closed) throw errorOf('UNAVAILABLE');
      inHand += 1;
      try {
        return await command();
      } finally {
        inHand -= 1;
        if (inHand === 0) done?.();
      }
    },
    async close() {
      closed = true;
      if (inHand > 0) {
        await new Promise<void>((resolve) => {
          done = resolve;
        });
      }
    },
  };
};
