import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type LobbyMessage } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import {
  closeRedis,
  connectRedis,
  createLogger,
  createMetrics,
  createTokenVerifier,
  listen,
  stopServer,
} from '@doushouqi/service-kit';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import {
  listenToNotices,
  type Profiles,
  startBacking,
  startProfiles,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import { createLobbyApp, type LobbyOptions } from '../src/app.ts';
import type { LobbyMessageModel } from '../src/models/lobby-message.ts';
import type { ReportModel } from '../src/models/report.ts';
import { openOperatorFiles } from '../src/operator-files.ts';

const SERVICE_TOKEN = 'test-service-token';

/** Two processes' worth of lobby over one store and one Redis; tokens are checked by a Redis of their own. */
export interface Lobby {
  /** The base URLs of the two. */
  urls: [string, string];
  auth: Profiles;
  /** Epoch ms, for both. */
  clock: { now: number };
  /** The Redis of notices and limits. */
  redis: TestRedis;
  messages: LobbyMessageModel;
  reports: ReportModel;
  /** The lines that those who watch the lobby were told so far. */
  heard(): LobbyMessage[];
  forgetHeard(): void;
  /** What was logged, as parsed lines. */
  logged: Record<string, unknown>[];
  writeConfig(text: string): Promise<void>;
  writeKeywords(text: string): Promise<void>;
  removeConfig(): Promise<void>;
  token(userId: string, issuedAt?: number): string;
  /** The typed client of one of the two, as `userId` or as a visitor. */
  as(userId: string | null, which?: 0 | 1): ReturnType<typeof createApiClient>;
  stop(): Promise<void>;
}

async function startApp(options: LobbyOptions) {
  const app = await createLobbyApp(options);
  const port = await listen(app.server, { port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, stop: () => stopServer(app.server, 0) };
}

/** Operators' files in a folder of their own, each with something in it. */
async function makeFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-lobby-'));
  const [configFile, keywordsFile] = [join(folder, 'lobby.json'), join(folder, 'keywords.txt')];
  await writeFile(configFile, JSON.stringify({ announcement: '欢迎', groupNumber: '123', tournaments: [] }));
  await writeFile(keywordsFile, '# 词\n外挂\n');
  return { folder, configFile, keywordsFile };
}

export async function startLobby(): Promise<Lobby> {
  const [backing, tokenRedis, auth, files] = await Promise.all([
    startBacking(),
    startTestRedis(),
    startProfiles(SERVICE_TOKEN),
    makeFiles(),
  ]);
  const { server, redis, connection, keys, token } = backing;
  const { folder, configFile, keywordsFile } = files;
  const clock = { now: Date.now() };
  const logged: Lobby['logged'] = [];
  const tokens = connectRedis(tokenRedis.url, { role: 'command' });
  const notices = listenToNotices(server.url);
  await notices.listen([LOBBY_ROOM]);
  const logger = createLogger({ name: 'lobby' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const start = async () => {
    const now = () => clock.now;
    const metrics = createMetrics('lobby');
    return startApp({
      ...(await openOperatorFiles({ configFile, keywordsFile, logger, metrics, now })),
      logger,
      metrics,
      connection,
      redis,
      verifier: createTokenVerifier({ publicKey: keys.publicKey, redis: tokens }),
      serviceToken: SERVICE_TOKEN,
      authUrl: auth.url,
      now,
    });
  };
  const apps = [await start(), await start()] as const;
  return {
    urls: [apps[0].url, apps[1].url],
    auth,
    clock,
    redis: server,
    messages: connection.model('LobbyMessage') as LobbyMessageModel,
    reports: connection.model('LobbyReport') as ReportModel,
    heard: () =>
      notices.of(LOBBY_ROOM).flatMap(({ event, payload }) => (event === 'lobbyMessage' ? payload : [])),
    forgetHeard: notices.forget,
    logged,
    writeConfig: (text) => writeFile(configFile, text),
    writeKeywords: (text) => writeFile(keywordsFile, text),
    removeConfig: () => rm(configFile),
    token,
    as: (userId, which = 0) =>
      createApiClient({
        routes: PUBLIC_ROUTES,
        baseUrl: `${apps[which].url}/api`,
        token: () => userId && token(userId),
      }),
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      await auth.stop();
      await Promise.all([closeRedis(tokens), notices.stop()]);
      await Promise.all([backing.stop(), tokenRedis.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}
