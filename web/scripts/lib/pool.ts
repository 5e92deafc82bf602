/** Returns a function that runs tasks in order of arrival, at most `size` at a time. */
export function pool(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < size) running += 1;
    // A finished task passes its slot to the next waiting one, so that a new task cannot take it.
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
