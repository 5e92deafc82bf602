import type { Target } from './attack.ts';

const LOOK_EVERY_MS = 50;

/** Measures the growth of processes from now on. The result returns the largest growth in bytes. */
export function watchGrowth({ residentMemory }: Target, names: readonly string[]): () => number {
  const before = new Map(names.map((name) => [name, residentMemory(name)]));
  let most = 0;
  const look = (): void => {
    for (const [name, bytes] of before) most = Math.max(most, residentMemory(name) - bytes);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

/** Formats bytes as megabytes. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
