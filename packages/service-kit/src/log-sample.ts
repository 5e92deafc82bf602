/** Minimum interval between two lines of one kind. Milliseconds. */
const EVERY_MS = 1_000;

/**
 * Returns null if the line is not written, else the number of lines of this kind omitted since the last written one.
 */
export type LogSample = (key: string) => number | null;

/**
 * Limits the log lines of a flood: one of each kind per second, with the number of omitted lines. There must be few
 * kinds (`key`), because each stays in memory. `now` in ms.
 */
export function createLogSample(now: () => number): LogSample {
  const kinds = new Map<string, { next: number; omitted: number }>();
  return (key) => {
    const kind = kinds.get(key) ?? { next: 0, omitted: 0 };
    kinds.set(key, kind);
    if (now() < kind.next) {
      kind.omitted += 1;
      return null;
    }
    const { omitted } = kind;
    Object.assign(kind, { next: now() + EVERY_MS, omitted: 0 });
    return omitted;
  };
}
