import { join } from 'node:path';
import { idOf, makeTestKeys, prepareMortalService } from '@doushouqi/service-kit/testing';
import { afterAll } from 'vitest';
import { startPeers } from './peers.ts';

/** The service as a process that a test kills and starts again, with its peers. */
export async function mortalModeration(env: Record<string, string> = {}) {
  const keys = makeTestKeys();
  const { peers, users, ...known } = await startPeers();
  const urls = Object.entries(peers).map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]);
  const service = await prepareMortalService({
    entry: join(import.meta.dirname, '..', 'src', 'main.ts'),
    database: 'moderation',
    keys,
    env: { ...Object.fromEntries(urls), ...env },
  });
  afterAll(async () => {
    await service.end();
    await Promise.all(Object.values(peers).map((peer) => peer.stop()));
  });
  const addUser = (n: number, nickname: string, role?: string): string => {
    const _id = idOf(n);
    users.set(_id, { _id, username: `user${n}`, nickname, avatar: 'cat.png', ...(role && { role }) });
    return _id;
  };
  return { ...known, keys, service, addUser };
}
