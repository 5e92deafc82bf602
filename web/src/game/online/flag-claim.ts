import { type Player, positionOf, turn } from '@doushouqi/rules';
import { timeLeftOf } from './clock.ts';
import { type OnlineState, serverTimeAt } from './online-state.ts';

/** The mover claims his own flag first; the opponent a little later, each at another moment. Milliseconds. */
const OWN_GRACE = 100;
const OTHER_GRACE = 1_000;

/** Time that the running clock has left, null while none runs. Milliseconds. */
const runningTime = (state: OnlineState, now: number): { left: number; mover: Player } | null => {
  const { room } = state.local;
  const serverNow = serverTimeAt(state, now);
  if (!room || serverNow === null) return null;
  if (room.header.status !== 'playing' || room.header.lastMoveTime === null) return null;
  const mover = turn(positionOf(room.game));
  return { left: timeLeftOf(room.header, mover, mover, serverNow), mover };
};

/**
 * A player's client tells the server when a clock must have run out (spec §4); the verdict is the server's.
 * `claim` rejects when the server refused or did not answer; it then asks again as long as time seems up.
 */
export const createFlagClaim = (
  seat: () => Player | null,
  state: () => OnlineState,
  claim: () => Promise<void>,
  { now, random, retry }: { now: () => number; random: () => number; retry: number },
): { arm: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const wait = (delay: number): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void fire(), delay);
  };
  const arm = (): void => {
    clearTimeout(timer);
    const running = runningTime(state(), now());
    if (!running || seat() === null) return;
    wait(running.left + (running.mover === seat() ? OWN_GRACE : OTHER_GRACE * (1 + random())));
  };
  const fire = async (): Promise<void> => {
    if (runningTime(state(), now())?.left === 0) await claim().catch(() => wait(retry));
    else arm();
  };
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
  };
  return { arm, stop };
};
