import { FIRST_HEARTBEAT, HEARTBEAT_INTERVAL } from '@doushouqi/protocol';

/** Milliseconds to wait for the next heartbeat after one that was sent at `sentAt`. */
export function pauseAfter(sentAt: number, now: number): number {
  return Math.max(0, sentAt + HEARTBEAT_INTERVAL - now);
}

interface HeartbeatDeps<Reply> {
  send: () => Promise<Reply>;
  /** `sentAt` by `now`: what was learnt since is newer than the reply. */
  received: (reply: Reply, sentAt: number) => void;
  refused: (error: unknown) => void;
  /** Milliseconds. */
  now: () => number;
  /** Runs something later, unless what it returns is called before. */
  wait: (run: () => void, ms: number) => () => void;
}

/** Sends a heartbeat soon and then again and again, never two at a time, whatever becomes of them. */
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
    /** Does not wait for its time: something may have been missed. */
    beatNow: () => void beat(),
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
