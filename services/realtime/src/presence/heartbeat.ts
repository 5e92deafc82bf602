import { BEAT_MS, type Presence } from '@doushouqi/presence';
import type { RedisConnection } from '../redis/redis-connection.ts';

export interface HeartbeatOptions {
  connection: Pick<RedisConnection, 'client' | 'isReady' | 'on' | 'off'>;
  presence: Pick<Presence, 'beat'>;
  boot: string;
  /** The lease had ended, or never begun: whoever is here must be said anew. */
  onForgotten: () => void;
}

/** Renews this node's lease again and again, until it is told to stop or the connection was closed for good. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #timer: NodeJS.Timeout;
  #beating = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#timer = setInterval(this.#beat, BEAT_MS).unref();
    options.connection.on('ready', this.#beat);
    void this.#beat();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#options.connection.off('ready', this.#beat);
  }

  readonly #beat = async (): Promise<void> => {
    const { connection, presence, boot, onForgotten } = this.#options;
    if (connection.client.status === 'end') return this.stop();
    // Beats that wait for a Redis that is away would all come at once when it is back.
    if (this.#beating || !connection.isReady) return;
    this.#beating = true;
    try {
      if (await presence.beat(boot)) onForgotten();
    } catch {
      // The next beat is the retry, and the lease outlives a few that fail.
    } finally {
      this.#beating = false;
    }
  };
}
