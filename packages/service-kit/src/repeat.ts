/**
 * Runs `work` every `intervalMs`, the first time at once, never two at a time. The function returned stops it and
 * resolves when the run in hand is done.
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<void>,
  onFailed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void>;
  const run = async (): Promise<void> => {
    await work().catch(onFailed);
    if (!stopped) timer = setTimeout(start, intervalMs);
  };
  const start = (): void => {
    running = run();
  };
  start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
