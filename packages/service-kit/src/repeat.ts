/** Repeated work. */
export interface Repeated {
  /** Starts the next run now, or right after the current one. */
  soon(): void;
  /** Resolves when the current run is done; no other run follows. */
  stop(): Promise<void>;
}

/**
 * Runs `work` repeatedly, the first time at once, never concurrently. Calls `rest` after each run for the delay
 * before the next one, in ms.
 */
export function repeat(
  rest: () => number,
  work: () => Promise<void>,
  onFailed: (error: unknown) => void,
): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isDue = false;
  let running: Promise<void>;
  const run = async (): Promise<void> => {
    await work().catch(onFailed);
    if (!stopped) timer = setTimeout(start, isDue ? 0 : rest());
  };
  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
    running = run();
  };
  start();
  return {
    soon() {
      isDue = true;
      if (timer !== undefined) start();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      timer = undefined;
      return running;
    },
  };
}
