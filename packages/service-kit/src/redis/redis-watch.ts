import { EventEmitter } from 'node:events';

interface RedisWatchEvents {
  /** This server stopped answering, or never answered. */
  away: [server: string, reason: string];
  /** The server answers, or others serve its slots. */
  back: [server: string];
}

/**
 * Tracks which servers behind a client are unavailable, with one event per outage. A server is named by its address,
 * the cluster as a whole by `cluster`.
 */
export class RedisWatch extends EventEmitter<RedisWatchEvents> {
  readonly #away = new Set<string>();

  /** Servers that are unavailable now. */
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
