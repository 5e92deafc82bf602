/** What is counted of how somebody ends their rated games. */
export interface Conduct {
  /** Two for each offence, less one for each good game and each day since; never below 0. */
  points: number;
  /** When `points` was last counted, epoch ms. */
  at: number;
  /** No pairing before this, epoch ms; 0 where there was no pause. */
  pauseUntil: number;
}

export const GOOD_CONDUCT: Conduct = { points: 0, at: 0, pauseUntil: 0 };

const OFFENCE_POINTS = 2;
const GOOD_GAME_POINTS = 1;
const DAY = 86_400_000;
const MINUTE = 60_000;
/** The first offence is only warned of; each further one brings the next pause. Milliseconds. */
const PAUSES = [0, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 120 * MINUTE, DAY] as const;

function pointsAt({ points, at }: Conduct, time: number): number {
  return Math.max(0, points - Math.max(0, time - at) / DAY);
}

function pauseFor(points: number): number {
  const offences = Math.ceil(points / OFFENCE_POINTS);
  return PAUSES[Math.min(offences, PAUSES.length) - 1] ?? 0;
}

/** After an offence at a time (epoch ms): the pause that follows begins then. */
export function afterOffence(conduct: Conduct, time: number): Conduct {
  const points = pointsAt(conduct, time) + OFFENCE_POINTS;
  const pause = pauseFor(points);
  return {
    points,
    at: Math.max(conduct.at, time),
    pauseUntil: pause === 0 ? conduct.pauseUntil : Math.max(conduct.pauseUntil, time + pause),
  };
}

/** After a rated game that was played to its end. */
export function afterGoodGame(conduct: Conduct, time: number): Conduct {
  const points = Math.max(0, pointsAt(conduct, time) - GOOD_GAME_POINTS);
  return { ...conduct, points, at: Math.max(conduct.at, time) };
}

/** How long the pause for one more offence at this time would be, ms; 0: that would be a warning. */
export function nextPause(conduct: Conduct, time: number): number {
  return pauseFor(pointsAt(conduct, time) + OFFENCE_POINTS);
}

/** Whether one more offence at this time would bring a pause. */
export function isWarned(conduct: Conduct, time: number): boolean {
  return nextPause(conduct, time) > 0;
}
