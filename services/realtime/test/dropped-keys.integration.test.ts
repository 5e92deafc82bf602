import { errorBody } from '@doushouqi/protocol';
import { type PublicKeys, parsePublicKeys } from '@doushouqi/service-kit';
import { makeTestKeys, signTestToken } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 20 };
const [old, next] = [makeTestKeys(), makeTestKeys()];
const BOTH = parsePublicKeys(old.publicKey + next.publicKey);
const NEXT_ALONE = parsePublicKeys(next.publicKey);

let accepted: PublicKeys;
let looks = 0;
let cluster: Cluster;
beforeAll(async () => {
  accepted = BOTH;
  cluster = await startCluster({
    nodes: 1,
    async publicKeys() {
      looks += 1;
      return accepted;
    },
  });
});
beforeEach(() => {
  accepted = BOTH;
});
afterAll(() => cluster.stop());

let users = 0;
function connect({ privateKey }: typeof old, named = true): Promise<Client> {
  users += 1;
  return cluster.connect(0, userOf(users), { token: signTestToken(userOf(users), privateKey, { named }) });
}
function connectMany(count: number, key: typeof old): Promise<Client[]> {
  return Promise.all(Array.from({ length: count }, () => connect(key)));
}
/** Resolves after one complete check for dropped keys. */
async function swept(): Promise<void> {
  const before = looks;
  await expect.poll(() => looks, patience).toBeGreaterThan(before + 1);
}
function endOf(client: Client): Promise<unknown[]> {
  const said: unknown[] = [];
  client.on('sessionEnded', (body) => void said.push(body));
  return new Promise((resolve) => client.once('disconnect', (reason) => resolve([reason, ...said])));
}

test('dropping a key ends only its connections, including those with tokens without a key id', async () => {
  const gone = [...(await connectMany(30, old)), await connect(old, false)];
  const staying = [await connect(next), await connect(next, false)];
  const ends = gone.map(endOf);
  await swept();
  expect(gone.every(({ connected }) => connected)).toBe(true);

  accepted = NEXT_ALONE;
  const over = ['io server disconnect', errorBody('TOKEN_EXPIRED')];
  expect(await Promise.all(ends)).toEqual(gone.map(() => over));
  await swept();
  for (const client of staying) {
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  }
  await expect(connect(old)).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } });
});

test('a key that is restored at once disconnects no further users', async () => {
  const clients = await connectMany(40, old);
  const ends = clients.map(endOf);
  accepted = NEXT_ALONE;
  await Promise.race(ends);
  accepted = BOTH;
  await swept();
  const left = clients.filter(({ connected }) => connected);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(clients.length);
  for (const client of left) {
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  }
});
