/** Passes on the latest value at intervals; `end` drops a pending one. */
interface Throttled<T> {
  send(value: T): void;
  end(): void;
}

/** @param pauseMs delay of the first value, and interval between two */
export function throttle<T>(onValue: (value: T) => void, pauseMs: number): Throttled<T> {
  let newest: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = (): void => {
    timer = undefined;
    if (newest) onValue(newest.value);
    newest = null;
  };
  return {
    send: (value) => {
      newest = { value };
      timer ??= setTimeout(pass, pauseMs);
    },
    end: () => {
      newest = null;
      clearTimeout(timer);
    },
  };
}
