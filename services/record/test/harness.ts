import { createLogger, createMetrics, listen, stopServer } from '@doushouqi/service-kit';
import { type Profiles, startBacking, startProfiles } from '@doushouqi/service-kit/testing';
import { createRecordApp, type RecordApp } from '../src/app.ts';
import type { GameRecordModel, StoredGame } from '../src/models/game-record.ts';
import type { History, StoredEntry, StoredTally } from '../src/models/history.ts';
import type { Rates } from '../src/policies/limits.ts';

export const SERVICE_TOKEN = 'test-service-token';
const PLENTY = 1_000_000;

export interface Reply<T> {
  status: number;
  body: T & { code?: string; message?: string };
}

export interface RecordService extends History {
  url: string;
  profiles: Profiles;
  records: GameRecordModel;
  token(userId: string, issuedAt?: number): string;
  /** What the service takes for the time, epoch ms; the machine's clock where null. */
  clock: { at: number | null };
  /** Calls a path; as a user where one is given. */
  call<T>(method: string, path: string, asks?: { userId?: string; body?: unknown }): Promise<Reply<T>>;
  /** Hands a finished game over, as the timekeeper does. */
  archive(game: unknown, token?: string | null): Promise<Reply<{ recordId: string }>>;
  /** Starts the service once more over the same store, and resolves when it has filed what was left. */
  startAgain(): Promise<void>;
  /** Forgets all games. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** The record service over a real Redis and a document store of its own, without limits but for these. */
export async function startRecord(rates: Partial<Rates> = {}): Promise<RecordService> {
  const [backing, profiles] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  const { connection, redis, verifier, token } = backing;
  const clock: RecordService['clock'] = { at: null };
  const abort = new AbortController();
  const start = (): Promise<RecordApp> =>
    createRecordApp({
      logger: createLogger({ name: 'record', level: 'silent' }),
      metrics: createMetrics('record'),
      connection,
      redis,
      rates: { reads: PLENTY, saves: PLENTY, changes: PLENTY, shared: PLENTY, ...rates },
      verifier,
      serviceToken: SERVICE_TOKEN,
      authUrl: profiles.url,
      now: () => clock.at ?? Date.now(),
      signal: abort.signal,
    });
  const app = await start();
  const url = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}`;
  const models = {
    records: connection.model<StoredGame>('GameRecord'),
    entries: connection.model<StoredEntry>('HistoryEntry'),
    tallies: connection.model<StoredTally>('HistoryTally'),
  };

  const tokens = new Map<string, string>();
  const tokenOf = (userId: string): string => {
    const known = tokens.get(userId) ?? token(userId);
    tokens.set(userId, known);
    return known;
  };

  async function send<T>(method: string, path: string, headers: object, body: unknown): Promise<Reply<T>> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply<T>['body'] };
  }

  return {
    ...models,
    url,
    profiles,
    token,
    clock,
    call: (method, path, { userId, body } = {}) =>
      send(method, path, userId === undefined ? {} : { authorization: `Bearer ${tokenOf(userId)}` }, body),
    archive: (game, serviceToken = SERVICE_TOKEN) =>
      send(
        'POST',
        '/internal/game-records',
        serviceToken === null ? {} : { 'x-service-token': serviceToken },
        game,
      ),
    startAgain: async () => (await start()).filed,
    async clear() {
      const { records, entries, tallies } = models;
      await Promise.all([records.deleteMany({}), entries.deleteMany({}), tallies.deleteMany({})]);
    },
    async stop() {
      abort.abort();
      await stopServer(app.server, 0);
      await profiles.stop();
      await backing.stop();
    },
  };
}
