/** Work that is done again and again. */
export interface Repeated {
  /** Something came up: the next run is at once, or right after the one in hand. */
  soon(): void;
  /** Resolves when the run in hand is done; there is none after it. */
  stop(): Promise<void>;
}

/**
 * Runs `work` again and again, the first time at once, never two at a time. `rest` is asked after each run how long to
 * wait for the next one, in ms.
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
