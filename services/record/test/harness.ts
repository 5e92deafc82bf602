import { createLogger, createMetrics, listen, stopServer } from '@doushouqi/service-kit';
import { type Profiles, startBacking, startProfiles } from '@doushouqi/service-kit/testing';
import { createRecordApp } from '../src/app.ts';
import type { GameRecordModel } from '../src/models/game-record.ts';

export const SERVICE_TOKEN = 'test-service-token';

/** Pages that a user may read in these tests. */
export const READS = 40;

export interface RecordService {
  url: string;
  profiles: Profiles;
  records: GameRecordModel;
  token(userId: string, issuedAt?: number): string;
  stop(): Promise<void>;
}

/** The record service over a real Redis and a document store of its own. */
export async function startRecord(): Promise<RecordService> {
  const [backing, profiles] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  const { connection, redis, verifier, token } = backing;
  const app = await createRecordApp({
    logger: createLogger({ name: 'record', level: 'silent' }),
    metrics: createMetrics('record'),
    connection,
    redis,
    readsPerMinute: READS,
    verifier,
    serviceToken: SERVICE_TOKEN,
    authUrl: profiles.url,
  });
  const port = await listen(app.server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    profiles,
    records: connection.model('GameRecord') as GameRecordModel,
    token,
    async stop() {
      await stopServer(app.server, 0);
      await profiles.stop();
      await backing.stop();
    },
  };
}
