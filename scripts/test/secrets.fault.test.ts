import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { startPlatform } from '../src/platform/platform.ts';
import { freePorts } from '../src/platform/ports.ts';
import { redisUrlOf } from '../src/platform/redis-config.ts';

const PASSWORD = 'a-password-in-no-file';
const STRAY = 'a-stray-token-in-no-file';

const lines: string[] = [];

const dir = mkdtempSync(join(tmpdir(), 'doushouqi-secrets-'));
mkdirSync(join(dir, 'web'));
writeFileSync(join(dir, 'web', 'index.html'), '');
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir: dir,
  port,
  webDist: join(dir, 'web'),
  logLevel: 'trace',
  log: (entry) => void lines.push(JSON.stringify(entry)),
});
afterAll(async () => {
  await platform.stop();
  rmSync(dir, { recursive: true });
});

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(10_000) });
  return answer.json().catch(() => null);
}
function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  return ask(`${platform.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
}
/** Connects with a token in `auth`, as clients do, and in the query and headers, where no client sends it. */
async function connect(token: string): Promise<void> {
  const client = io(platform.url, {
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    auth: { token },
    query: { token },
    extraHeaders: { authorization: `Bearer ${token}`, cookie: `token=${token}` },
  });
  await new Promise<void>((resolve) => {
    for (const event of ['connect', 'connect_error']) client.once(event, () => resolve());
  });
  client.disconnect();
}
function urlOf(service: string): string {
  const [, running] = [...platform.processes].find(([name]) => name.startsWith(service)) ?? [];
  return `http://127.0.0.1:${running?.port}`;
}

test('logs no secret in any service, at trace level and while its stores fail', async () => {
  const account = { username: 'secretive', password: PASSWORD };
  const wrong = `${PASSWORD}-wrong`;
  const registered = await post('/api/auth/register', {
    ...account,
    nickname: '山君',
    confirmPassword: PASSWORD,
  });
  const { access_token: token } = registered as { access_token: string };
  expect(token).toMatch(/^eyJ/);
  const serviceToken = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim();
  const use = async (): Promise<void> => {
    await post('/api/auth/login', { ...account, password: wrong });
    await post('/api/auth/login', account, { authorization: `Bearer ${token}` });
    // Malformed, because a parser's error message could quote it.
    await ask(`${platform.url}/api/auth/login`, { method: 'POST', body: `{"password":"${PASSWORD}",` });
    await Promise.all([connect(token), connect(STRAY)]);
    for (const service of SERVICE_NAMES) {
      const headers = { authorization: `Bearer ${token}`, 'x-service-token': serviceToken };
      await ask(`${urlOf(service)}/internal/none?token=${token}&access_token=${STRAY}`, { headers });
      await ask(`${platform.url}/api/${service}/none?token=${STRAY}`, { headers });
    }
  };
  await use();
  await platform.kill('redis', 'SIGKILL');
  await use();
  await platform.waitReady('redis');
  await platform.kill('store', 'SIGKILL');
  await use();
  await platform.waitReady('store');

  const redisUrls = SERVICE_NAMES.map((service) => redisUrlOf(platform.redisUrl, service));
  const passwords = [platform.redisUrl, ...redisUrls].map((url) => new URL(url).password);
  const all = lines.join('\n');
  for (const service of [...SERVICE_NAMES, 'gateway']) expect(all).toContain(`"process":"${service}`);
  const secrets = [PASSWORD, STRAY, token, serviceToken, ...passwords];
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});
