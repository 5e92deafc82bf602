import { isPlaying } from '@doushouqi/room';
import pMap from 'p-map';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { ExecuteCommand } from '../rooms/room-commands.ts';
import type { RoomHub } from '../rooms/room-hub.ts';

/** Rooms given time back at once. */
const ROOMS_AT_ONCE = 16;

export interface RedisOutagesOptions {
  connection: Pick<RedisConnection, 'client' | 'isReady' | 'on'>;
  hub: Pick<RoomHub, 'hosted'>;
  execute: ExecuteCommand;
  onFailed: (error: unknown) => void;
}

/**
 * Gives back to every hosted game what Redis was away for, when another process of it answers (docs/clocks.md); the
 * core does so once for each outage.
 */
export class RedisOutages {
  readonly #options: RedisOutagesOptions;
  #process: string | undefined;
  #awaySince: number | null = null;

  constructor(options: RedisOutagesOptions) {
    const { connection } = options;
    this.#options = options;
    connection.on('lost', () => {
      this.#awaySince ??= performance.now();
    });
    connection.on('ready', () => this.#look());
    if (connection.isReady) this.#look();
  }

  #look(): void {
    this.#compare().catch(this.#options.onFailed);
  }

  async #compare(): Promise<void> {
    const process = /^run_id:(\w+)/m.exec(await this.#options.connection.client.info('server'))?.[1];
    const away = this.#awaySince === null ? 0 : Math.round(performance.now() - this.#awaySince);
    const isOther = this.#process !== undefined && process !== this.#process;
    this.#process = process;
    this.#awaySince = null;
    if (isOther && process !== undefined) await this.#giveBack(process, away);
  }

  async #giveBack(outage: string, ms: number): Promise<void> {
    const { hub, execute, onFailed } = this.#options;
    const give = ({ id }: { id: string }) => execute(id, { type: 'giveBack', outage, ms }).catch(onFailed);
    await pMap(hub.hosted().filter(isPlaying), give, { concurrency: ROOMS_AT_ONCE });
  }
}
