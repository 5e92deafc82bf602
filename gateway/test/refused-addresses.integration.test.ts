import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS, errorBody } from '@doushouqi/protocol';
import { io } from 'socket.io-client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { rawRequest, rawUpgrade, startEcho, startNode, testGateway } from './fixtures.ts';

const folder = await mkdtemp(join(tmpdir(), 'doushouqi-access-'));
const file = join(folder, 'access.json');
function write(refusedAddresses: readonly string[]): Promise<void> {
  return writeFile(file, JSON.stringify({ registration: 'open', guests: true, text: '', refusedAddresses }));
}
await write([]);
const [auth, node] = await Promise.all([startEcho('auth'), startNode('rt1')]);
afterAll(async () => {
  await node.kill();
  await rm(folder, { recursive: true });
});
const gateway = await testGateway({
  peers: { auth },
  nodes: [node],
  env: { ACCESS_FILE: file, TRUST_PROXY: 'loopback' },
  given: { recheckMs: 20 },
});
let time = Date.now();

/** Returns whether the gateway refuses an address, once it has looked at the file again. */
async function isRefused(address: string): Promise<boolean> {
  time += 1_000;
  gateway.clock.now = time;
  return (await gateway.context.access()).isRefused(address);
}
/** Writes the file and waits until the gateway has read it. The last address decides. */
async function refuse(...addresses: string[]): Promise<void> {
  await write(addresses);
  await expect.poll(() => isRefused(addresses.at(-1) ?? '203.0.113.9')).toBe(addresses.length > 0);
}
async function ask(address: string, path = '/api/users/me') {
  const { status, body, headers } = await rawRequest(gateway.url, path, {
    headers: { 'x-forwarded-for': address },
  });
  return { status, body: JSON.parse(body) as unknown, headers };
}
const REFUSED = { status: ERRORS.ADDRESS_REFUSED.status, body: errorBody('ADDRESS_REFUSED') };

beforeEach(() => refuse());

describe('a refused address', () => {
  it.each(['/api/users/me', '/', '/socket.io/?EIO=4&transport=polling'])(
    'gets no reply of %s',
    async (path) => {
      await refuse('203.0.113.0/24', '2001:db8::/32', '203.0.113.9');
      const requests = auth.requests.length;
      for (const address of ['203.0.113.9', '2001:db8::7'])
        expect(await ask(address, path)).toMatchObject(REFUSED);
      expect((await ask('203.0.113.9', path)).headers.connection).toBe('close');
      expect(auth.requests).toHaveLength(requests);
      await refuse();
      expect((await ask('203.0.113.9')).status).toBe(200);
    },
  );

  it('opens no websocket, and loses the open ones', async () => {
    const connect = (address: string) => {
      const client = io(gateway.url, {
        extraHeaders: { 'x-forwarded-for': address },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      });
      return new Promise<typeof client>((resolve) => client.once('connect', () => resolve(client)));
    };
    const [bad, good] = await Promise.all([connect('203.0.113.9'), connect('198.51.100.1')]);
    const gone = new Promise((resolve) => bad.once('disconnect', resolve));
    await refuse('203.0.113.9');
    expect(await gone).toBe('transport close');
    const path = '/socket.io/?EIO=4&transport=websocket';
    const { status, body, socket } = await rawUpgrade(gateway.url, path, {
      'X-Forwarded-For': '203.0.113.9',
    });
    expect([status, JSON.parse(body)]).toEqual([REFUSED.status, REFUSED.body]);
    socket.destroy();
    expect(good.connected).toBe(true);
    good.disconnect();
  });

  it('is counted', async () => {
    const { connectionsRefused } = gateway.context.metrics;
    const counted = async () =>
      (await connectionsRefused.get()).values.find(({ labels }) => labels.kind === 'address')?.value ?? 0;
    const before = await counted();
    await refuse('203.0.113.9');
    await ask('203.0.113.9');
    expect(await counted()).toBe(before + 1);
  });
});

it('health checks and this machine are never refused', async () => {
  await refuse('127.0.0.0/8', '::1', '203.0.113.9');
  expect((await ask('203.0.113.9', '/healthz')).status).toBe(200);
  expect((await ask('203.0.113.9', '/readyz')).status).toBe(200);
  expect((await rawRequest(gateway.url, '/api/users/me')).status).toBe(200);
});

it('a wrong file leaves the refusals in effect, is logged and shown by a metric', async () => {
  await refuse('203.0.113.9');
  expect(await ask('203.0.113.9')).toMatchObject(REFUSED);
  await write(['203.0.113.9', '0.0.0.0/0']);
  const complaint = { level: 'error', reason: 'refusedAddresses.1: is too large a range' };
  await expect
    .poll(async () => [await isRefused('203.0.113.9'), gateway.logged])
    .toEqual([true, expect.arrayContaining([expect.objectContaining(complaint)])]);
  expect(await ask('203.0.113.9')).toMatchObject(REFUSED);
  expect((await ask('198.51.100.1')).status).toBe(200);
  const metrics = await gateway.context.metrics.kit.registry.metrics();
  expect(metrics).toMatch(/^live_file_ok\{.*file="access\.json".*\} 0$/m);
});
