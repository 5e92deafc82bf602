/** Of lines that say the same, one is written in this long. Milliseconds. */
const EVERY_MS = 1_000;

/** Null: this line is not written. Else how many like it were not written since the last one that was. */
export type LogSample = (key: string) => number | null;

/**
 * Thins out lines that a flood would write: of each kind one a second, which tells how many were left out. The caller
 * has few kinds (`key`), as each is kept. `now` in ms.
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
