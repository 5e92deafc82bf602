/** Clocks of devices are often wrong: no game at a screen takes longer than this. Milliseconds. */
const LONGEST = 366 * 86_400_000;
/** Nor is one older. Epoch ms. */
const EARLIEST = Date.UTC(2020, 0, 1);

export interface GameTimes {
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  /** When each move was made, in ms since `startTime`. */
  moveTimes: number[];
}

/** What a device says of the times of a game; any of it may be missing or nonsense. */
interface StatedTimes {
  startTime?: number | undefined;
  moveTimes?: readonly number[] | undefined;
  /** When each move was made, epoch ms. */
  timestamps: readonly (number | undefined)[];
}

function sinceStart({ startTime, moveTimes, timestamps }: StatedTimes, plies: number): number[] {
  if (moveTimes !== undefined) return [...moveTimes];
  const [first] = timestamps;
  const known = timestamps.filter((time) => time !== undefined);
  if (first === undefined || known.length < plies) return Array<number>(plies).fill(0);
  return known.map((time) => Math.round(time - (startTime ?? first)));
}

/**
 * The times of a local game of so many half-moves, as they can have been: no move is before the one before it, and the
 * game is over by `now`. A start that does not fit gives way to the server's clock. All zero where nothing is known.
 */
export function localTimes(stated: StatedTimes, plies: number, now: number): GameTimes {
  let latest = 0;
  const moveTimes = sinceStart(stated, plies).map((time) => {
    latest = Math.min(LONGEST, Math.max(latest, time));
    return latest;
  });
  const start = Math.round(stated.startTime ?? stated.timestamps[0] ?? now);
  const startTime = start >= EARLIEST && start + latest <= now ? start : now - latest;
  return { startTime, endTime: startTime + latest, moveTimes };
}
