import { EventEmitter } from 'node:events';

interface RedisWatchEvents {
  /** This server does not answer any more, or never has. */
  away: [server: string, reason: string];
  /** It answers again, or others serve what it served. */
  back: [server: string];
}

/**
 * Which of the servers behind a client are away, each told of once for an outage. A server is called by its address, the
 * cluster as a whole by `cluster`.
 */
export class RedisWatch extends EventEmitter<RedisWatchEvents> {
  readonly #away = new Set<string>();

  /** The servers that are away just now. */
  get away(): ReadonlySet<string> {
    return this.#away;
  }

  lost(server: string, reason: string): void {
    if (this.#away.has(server)) return;
    this.#away.add(server);
    this.emit('away', server, reason);
  }

  found(server: string): void {
    if (this.#away.delete(server)) this.emit('back', server);
  }
}
