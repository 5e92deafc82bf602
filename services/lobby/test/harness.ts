import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeRedis, connectRedis, createTokenVerifier } from '@doushouqi/service-kit';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import {
  listenToNotices,
  SERVICE_TOKEN,
  startBacking,
  startProfiles,
  startTestRedis,
  startTestService,
} from '@doushouqi/service-kit/testing';
import { beforeEach } from 'vitest';
import { service } from '../src/service.ts';

/** Operators' files in a folder of their own, each with something in it. */
async function makeFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-lobby-'));
  const [configFile, keywordsFile] = [join(folder, 'lobby.json'), join(folder, 'keywords.txt')];
  await writeFile(configFile, JSON.stringify({ announcement: '欢迎', groupNumber: '123', tournaments: [] }));
  await writeFile(keywordsFile, '# 词\n外挂\n');
  return { folder, configFile, keywordsFile };
}

/**
 * Two lobby processes over one store and one Redis; another Redis verifies tokens. The lobby is empty before each test,
 * with a user of each test's own, so that neither limits nor floods affect the next test.
 */
export async function startKit() {
  const [backing, tokenRedis, auth, files] = await Promise.all([
    startBacking(),
    startTestRedis(),
    startProfiles(SERVICE_TOKEN),
    makeFiles(),
  ]);
  const { folder, configFile, keywordsFile } = files;
  const clock = { now: Date.now() };
  const tokens = connectRedis(tokenRedis.url, { role: 'command' });
  const notices = listenToNotices(backing.server.url);
  await notices.listen([LOBBY_ROOM]);
  const logged: Record<string, unknown>[] = [];
  const start = () =>
    startTestService(service, backing, {
      peers: { auth: auth.url },
      env: { LOBBY_CONFIG_FILE: configFile, MODERATION_FILE: keywordsFile },
      logged,
      given: {
        verifier: createTokenVerifier({ publicKey: backing.keys.publicKey, redis: tokens }),
        now: () => clock.now,
      },
    });
  const apps = [await start(), await start()] as const;
  const { messages, reports } = apps[0].context;
  const as = (userId: string | null, which: 0 | 1 = 0) => apps[which].as(userId);
  let users = 0;
  beforeEach(async () => {
    await Promise.all([messages.deleteMany({}), reports.deleteMany({})]);
    // Messages of the test before and its cached list are old.
    clock.now += 100_000;
    notices.forget();
    logged.length = 0;
  });
  return {
    urls: apps.map(({ url }) => url),
    auth,
    clock,
    /** The Redis of notices and limits. */
    redis: backing.server,
    messages,
    reports,
    /** The lines that sockets in the lobby were sent so far. */
    heard: () =>
      notices.of(LOBBY_ROOM).flatMap(({ event, payload }) => (event === 'lobbyMessage' ? payload : [])),
    forgetHeard: notices.forget,
    logged,
    writeConfig: (text: string) => writeFile(configFile, text),
    writeKeywords: (text: string) => writeFile(keywordsFile, text),
    removeConfig: () => rm(configFile),
    token: backing.token,
    as,
    newUser(nickname = '甲'): string {
      users += 1;
      const _id = users.toString(16).padStart(24, '0');
      auth.users.set(_id, { _id, username: `user${users}`, nickname, avatar: 'tiger.png' });
      return _id;
    },
    say: (userId: string, content: string, which: 0 | 1 = 0) =>
      as(userId, which).sayInLobby({ body: { content } }),
    async list(which: 0 | 1 = 0) {
      const found = await as(null, which).listLobby({ query: {} });
      return found.map(({ content }) => content);
    },
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      await auth.stop();
      await Promise.all([closeRedis(tokens), notices.stop()]);
      await Promise.all([backing.stop(), tokenRedis.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** What became of messages that were sent at once: codes of refusals, else `SAID`. */
export function codes(results: PromiseSettledResult<unknown>[]) {
  return results.map((one) => (one.status === 'fulfilled' ? 'SAID' : one.reason.code)).sort();
}
