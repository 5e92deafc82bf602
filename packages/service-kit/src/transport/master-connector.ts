import { type Redis, type RedisOptions, SentinelConnector } from 'ioredis';

/** The private parts of ioredis' connector (6.0, `connectors/SentinelConnector/index.js`). */
interface Inside {
  connecting: boolean;
  stream?: { destroyed: boolean };
  /** Subscribes to the sentinels' news of a failover. `isDisconnected`: it has received one, or was closed. */
  failoverDetector: { isDisconnected: boolean } | null;
  connectToSentinel(...args: unknown[]): Redis;
  disconnect(): void;
}

const IoredisConnector = SentinelConnector as unknown as new (...args: unknown[]) => Inside;

class MasterConnector extends IoredisConnector {
  #closed: Inside['failoverDetector'] = null;

  override connectToSentinel(...args: unknown[]): Redis {
    return super.connectToSentinel(...args).on('error', () => undefined);
  }

  override disconnect(): void {
    const { failoverDetector, connecting, stream } = this;
    // Only a detector with news disconnects after it has marked itself.
    const hasNews = failoverDetector?.isDisconnected === true && failoverDetector !== this.#closed;
    this.#closed = failoverDetector;
    const asksSentinels = connecting && stream?.destroyed !== false;
    if (!hasNews || !asksSentinels) super.disconnect();
  }
}

/**
 * The option `Connector` of a client that asks sentinels for the master. It does without two faults of ioredis, for
 * which there is no option (no gain):
 *
 * - News of a failover ended a client that had lost its connection and was just asking the sentinels: `Connection is
 *   closed.` for ever (https://github.com/redis/ioredis/issues/1683). There is nothing to disconnect then.
 * - Its own connections to the sentinels print a line each second for each sentinel that is away.
 */
export const MASTER_CONNECTOR = MasterConnector as unknown as NonNullable<RedisOptions['Connector']>;
