import type { Target } from './attack.ts';

const LOOK_EVERY_MS = 50;

/** Watches how far processes grow beyond what they hold now. Call the result at the end: bytes, of the one that grew most. */
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

/** Bytes for the table. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
