import { BEAT_MS, type Presence } from '@doushouqi/presence';
import type { Redis } from 'ioredis';

export interface HeartbeatOptions {
  redis: Redis;
  presence: Pick<Presence, 'beat'>;
  boot: string;
  /** The lease had ended, or never begun: whoever is here must be said anew. */
  onForgotten: () => void;
}

/** Renews this node's lease again and again, until it is told to stop or the connection was closed for good. */
export const startHeartbeat = ({ redis, presence, boot, onForgotten }: HeartbeatOptions): (() => void) => {
  let beating = false;
  const beat = async (): Promise<void> => {
    if (redis.status === 'end') return stop();
    // Beats that wait for a Redis that is away would all come at once when it is back.
    if (beating || redis.status !== 'ready') return;
    beating = true;
    try {
      if (await presence.beat(boot)) onForgotten();
    } catch {
      // The next beat is the retry, and the lease outlives a few that fail.
    } finally {
      beating = false;
    }
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  const stop = (): void => {
    clearInterval(timer);
    redis.off('ready', beat);
  };
  redis.on('ready', beat);
  void beat();
  return stop;
};
