/** A user's record of ending rated games. */
export interface Conduct {
  /** Two for each offence, minus one for each good game and each day; at least 0. */
  points: number;
  /** Time of `points`, epoch ms. */
  at: number;
  /** No pairing before this time, epoch ms; 0 without a pause. */
  pauseUntil: number;
}

export const GOOD_CONDUCT: Conduct = { points: 0, at: 0, pauseUntil: 0 };

const OFFENSE_POINTS = 2;
const GOOD_GAME_POINTS = 1;
const DAY = 86_400_000;
const MINUTE = 60_000;
/** The first offence is a warning; each further one has the next pause. Milliseconds. */
const PAUSES = [0, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 120 * MINUTE, DAY] as const;

function pointsAt({ points, at }: Conduct, time: number): number {
  return Math.max(0, points - Math.max(0, time - at) / DAY);
}

function pauseFor(points: number): number {
  const offences = Math.ceil(points / OFFENSE_POINTS);
  return PAUSES[Math.min(offences, PAUSES.length) - 1] ?? 0;
}

/** Returns the conduct after an offence at `time` (epoch ms), when its pause starts. */
export function afterOffence(conduct: Conduct, time: number): Conduct {
  const points = pointsAt(conduct, time) + OFFENSE_POINTS;
  const pause = pauseFor(points);
  return {
    points,
    at: Math.max(conduct.at, time),
    pauseUntil: pause === 0 ? conduct.pauseUntil : Math.max(conduct.pauseUntil, time + pause),
  };
}

/** Returns the conduct after a rated game that was played to its end. */
export function afterGoodGame(conduct: Conduct, time: number): Conduct {
  const points = Math.max(0, pointsAt(conduct, time) - GOOD_GAME_POINTS);
  return { ...conduct, points, at: Math.max(conduct.at, time) };
}

/** Returns the pause for a further offence at `time`, ms; 0 for a warning. */
export function nextPause(conduct: Conduct, time: number): number {
  return pauseFor(pointsAt(conduct, time) + OFFENSE_POINTS);
}

/** Whether a further offence at `time` would cause a pause. */
export function isWarned(conduct: Conduct, time: number): boolean {
  return nextPause(conduct, time) > 0;
}
