/** Passes on the newest of what it is told, once in a while; `end` drops what was not passed on. */
interface Paced<T> {
  tell(value: T): void;
  end(): void;
}

/** @param pauseMs from the first that is told to its passing on, and between two */
export function paced<T>(hear: (value: T) => void, pauseMs: number): Paced<T> {
  let newest: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = (): void => {
    timer = undefined;
    if (newest) hear(newest.value);
    newest = null;
  };
  return {
    tell: (value) => {
      newest = { value };
      timer ??= setTimeout(pass, pauseMs);
    },
    end: () => {
      newest = null;
      clearTimeout(timer);
    },
  };
}
