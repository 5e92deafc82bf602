import { FIRST_HEARTBEAT, HEARTBEAT_INTERVAL } from '@doushouqi/protocol';

/** Returns the milliseconds until the next heartbeat after one sent at `sentAt`. */
export function pauseAfter(sentAt: number, now: number): number {
  return Math.max(0, sentAt + HEARTBEAT_INTERVAL - now);
}

interface HeartbeatDeps<Reply> {
  send: () => Promise<Reply>;
  /** Receives the reply and the time of its request: newer information than the request wins. */
  received: (reply: Reply, sentAt: number) => void;
  refused: (error: unknown) => void;
  /** Milliseconds. */
  now: () => number;
  /** Runs `run` after `ms`. Returns a function that cancels it. */
  wait: (run: () => void, ms: number) => () => void;
}

/** Sends heartbeats, never two at a time; a failure does not stop them. */
export function startHeartbeat<Reply>({ send, received, refused, now, wait }: HeartbeatDeps<Reply>) {
  let stopped = false;
  let busy = false;
  const beat = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    cancel();
    const sentAt = now();
    await send().then(
      (reply) => stopped || received(reply, sentAt),
      (error: unknown) => stopped || refused(error),
    );
    busy = false;
    if (!stopped) cancel = wait(beat, pauseAfter(sentAt, now()));
  };
  let cancel = wait(beat, FIRST_HEARTBEAT);
  return {
    /** Sends a heartbeat at once, after an interruption that may have lost events. */
    beatNow: () => void beat(),
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
