import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '@doushouqi/protocol/server';
import { closeRedis, connectRedis, createTokenVerifier, errorOf, route } from '@doushouqi/service-kit';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import { idOf, makeTestKeys, startPeer, startTestRedis, testService } from '@doushouqi/service-kit/testing';
import { afterAll, beforeEach } from 'vitest';
import { service } from '../src/service.ts';

/** Operators' files in a folder of their own, each with something in it. */
async function makeFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-lobby-'));
  const [configFile, keywordsFile] = [join(folder, 'lobby.json'), join(folder, 'keywords.txt')];
  await writeFile(configFile, JSON.stringify({ announcement: '欢迎', groupNumber: '123' }));
  await writeFile(keywordsFile, '# 词\n外挂\n');
  return { folder, configFile, keywordsFile };
}

/** The tournament service, as the lobby calls it: it knows these tournaments. */
export const TOURNAMENTS = ['cup', 'night'] as const;
function startTournaments() {
  return startPeer((app) =>
    route(app, ROUTES.nameTournament, {
      handler: ({ params: { id } }) => {
        if (!TOURNAMENTS.some((one) => one === id)) throw errorOf('TOURNAMENT_NOT_FOUND');
        return { name: '小雪杯' };
      },
    }),
  );
}

/**
 * Two lobby processes over one store and one Redis; another Redis verifies tokens. The lobby is empty before each test,
 * with a user of each test's own, so that neither limits nor floods affect the next test.
 */
export async function testLobby() {
  const [tokenRedis, { folder, configFile, keywordsFile }, tournament] = await Promise.all([
    startTestRedis(),
    makeFiles(),
    startTournaments(),
  ]);
  const [tokens, keys] = [connectRedis(tokenRedis.url, { role: 'command' }), makeTestKeys()];
  afterAll(async () => {
    await closeRedis(tokens);
    await Promise.all([tokenRedis.stop(), rm(folder, { recursive: true })]);
  });
  const lobby = await testService(service, {
    keys,
    peers: { tournament },
    env: { LOBBY_CONFIG_FILE: configFile, MODERATION_FILE: keywordsFile },
    given: { verifier: createTokenVerifier({ publicKey: keys.publicKey, redis: tokens }) },
  });
  const { clock, notices, profiles } = lobby;
  clock.now = Date.now();
  await notices.listen([LOBBY_ROOM]);
  const apps = [lobby, await lobby.another()] as const;
  const { messages } = lobby.context;
  const as = (userId: string | null, which: 0 | 1 = 0) => apps[which].as(userId);
  let users = 0;
  beforeEach(async () => {
    await messages.deleteMany({});
    // Messages of the test before and its cached list are old.
    clock.now += 100_000;
    await notices.forget();
    for (const { logged } of apps) logged.length = 0;
  });
  return {
    ...lobby,
    messages,
    tokens,
    tournament,
    as,
    logged: () => apps.flatMap(({ logged }) => logged),
    /** The lines that sockets in the lobby were sent so far. */
    received: () =>
      notices.of(LOBBY_ROOM).flatMap(({ event, payload }) => (event === 'lobbyMessage' ? payload : [])),
    writeConfig: (text: string) => writeFile(configFile, text),
    writeKeywords: (text: string) => writeFile(keywordsFile, text),
    removeConfig: () => rm(configFile),
    newUser(nickname = '甲'): string {
      users += 1;
      const _id = idOf(users);
      profiles.users.set(_id, { _id, username: `user${users}`, nickname, avatar: 'tiger.png' });
      return _id;
    },
    say: (userId: string, content: string, which: 0 | 1 = 0) =>
      as(userId, which).sayInLobby({ body: { content } }),
    async list(which: 0 | 1 = 0) {
      const found = await as(null, which).listLobby({ query: {} });
      return found.map(({ content }) => content);
    },
  };
}

/** What became of messages that were sent at once: codes of refusals, else `SAID`. */
export function codes(results: PromiseSettledResult<unknown>[]) {
  return results.map((one) => (one.status === 'fulfilled' ? 'SAID' : one.reason.code)).sort();
}
