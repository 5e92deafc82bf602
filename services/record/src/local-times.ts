/** Longest local game; clocks of devices are often wrong. Milliseconds. */
const LONGEST = 366 * 86_400_000;
/** Earliest local game. Epoch ms. */
const EARLIEST = Date.UTC(2020, 0, 1);

export interface GameTimes {
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  /** Time of each move, ms since `startTime`. */
  moveTimes: number[];
}

/** Times as a device states them; any may be missing or wrong. */
interface StatedTimes {
  startTime?: number | undefined;
  moveTimes?: readonly number[] | undefined;
  /** Time of each move, epoch ms. */
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
 * Returns possible times for a local game: moves in order and the end not after `now`. An impossible start is
 * replaced by the server's time. All zero if unknown.
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
