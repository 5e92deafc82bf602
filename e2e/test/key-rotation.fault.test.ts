import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorBody } from '@doushouqi/protocol';
import { needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { ALL_NODES_IN_USE, freePorts, scrapeAll, startPlatform } from '@doushouqi/scripts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { enroll, type Member } from '../src/members.ts';

const KEYS_COMMAND = join(import.meta.dirname, '..', '..', 'packages', 'operations', 'src', 'main.ts');
const HERE = { body: { currentPath: '/' } };
/** The services that verify tokens. */
const VERIFIERS = SERVICE_NAMES.filter((service) => needsOf(service).includes('publicKey'));
const patience = { timeout: 30_000, interval: 200 };

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-rotation-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const env = ALL_NODES_IN_USE;
const platform = await startPlatform({ dataDir, port, webDist: dataDir, env, log: () => undefined });
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true });
});

/** Runs an operator's command: `npm run keys -- …` */
function keys(...words: string[]): string {
  const args = [KEYS_COMMAND, 'keys', ...words, '--dir', platform.keysDir];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

/** Returns the key names for a use, each with the services that report it. */
async function loaded(use: string): Promise<Map<string, string[]>> {
  const shown = new Map<string, string[]>();
  for (const [service, text] of Object.entries(await scrapeAll(dataDir))) {
    for (const [, labels = ''] of text.matchAll(/^loaded_keys\{(.*)\} 1$/gm)) {
      const kid = /kid="([^"]+)"/.exec(labels)?.[1] ?? '';
      if (labels.includes(`use="${use}"`)) shown.set(kid, [...(shown.get(kid) ?? []), service]);
    }
  }
  return shown;
}
/** Waits, as an operator does, until every service with keys for this use reports `count` of them. */
async function untilAllHave(use: string, count: number): Promise<Map<string, string[]>> {
  let shown = new Map<string, string[]>();
  await expect
    .poll(async () => {
      shown = await loaded(use);
      const services = new Set([...shown.values()].flat());
      return [shown.size, [...shown.values()].every((has) => has.length === services.size)];
    }, patience)
    .toEqual([count, true]);
  return shown;
}

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
}

interface Line {
  socket: Socket;
  ended: Promise<unknown[]>;
}
async function connect({ token }: Member, transports: string[]): Promise<Line> {
  const socket = io(platform.url, { auth: { token }, transports, forceNew: true, reconnection: false });
  const said: unknown[] = [];
  socket.on('sessionEnded', (body) => void said.push(body));
  const ended = new Promise<unknown[]>((resolve) => {
    socket.once('disconnect', (reason) => resolve([reason, ...said]));
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return { socket, ended };
}
/** Connects to both nodes, by both transports. */
function connectMany(member: Member): Promise<Line[]> {
  return Promise.all(
    [['websocket'], ['websocket'], ['websocket'], ['polling']].map((by) => connect(member, by)),
  );
}

test('rotates a signing key without a restart; only dropping the old key ends sessions', async () => {
  const old = await enroll(platform.url, '山君');
  const lines = await connectMany(old);
  const [first] = [...(await untilAllHave('verify', 1)).keys()];
  expect(kidOf(old.token)).toBe(first);
  const restarts = () => [...platform.processes.values()].map((one) => one.restarts);
  const before = restarts();

  keys('add');
  const both = await untilAllHave('verify', 2);
  expect(both.get(first!)).toHaveLength(VERIFIERS.length);
  expect([...(await loaded('sign')).keys()]).toEqual([first]);

  keys('switch');
  const next = [...both.keys()].find((kid) => kid !== first)!;
  await expect.poll(async () => [...(await loaded('sign')).keys()], patience).toEqual([next]);
  const newcomer = await enroll(platform.url, '苍狼');
  expect(kidOf(newcomer.token)).toBe(next);
  const later = await connectMany(newcomer);
  // A token of the old key still connects.
  lines.push(await connect(old, ['websocket']));
  await old.api.heartbeat(HERE);
  expect([...lines, ...later].every(({ socket }) => socket.connected)).toBe(true);

  expect(() => keys('drop')).toThrow('7 days');
  keys('drop', '--now');
  await untilAllHave('verify', 1);
  const over = ['io server disconnect', errorBody('TOKEN_EXPIRED')];
  expect(await Promise.all(lines.map(({ ended }) => ended))).toEqual(lines.map(() => over));
  await expect(old.api.heartbeat(HERE)).rejects.toMatchObject({ status: 401 });
  await newcomer.api.heartbeat(HERE);
  expect(later.every(({ socket }) => socket.connected)).toBe(true);
  expect(restarts()).toEqual(before);
  for (const { socket } of later) socket.close();
});

test('rotates the service token while services call each other', async () => {
  const calls = async () => {
    // One service requests a friend's profile from another.
    const [one, other] = [await enroll(platform.url, '山君'), await enroll(platform.url, '苍狼')];
    await one.api.joinRoom({ body: { roomId: `r${one.user._id.slice(-8)}` } });
    expect(await other.api.getRoom({ params: { roomId: `r${one.user._id.slice(-8)}` } })).toBeTruthy();
  };
  const [sent] = [...(await untilAllHave('send', 1)).keys()];
  for (const [step, accepted] of [
    ['token-add', 2],
    ['token-switch', 2],
    ['token-drop', 1],
  ] as const) {
    keys(step);
    await untilAllHave('accept', accepted);
    await untilAllHave('send', 1);
    await calls();
  }
  expect((await loaded('send')).has(sent!)).toBe(false);
});

test('reports an invalid key file, and uses its previous content', async () => {
  const file = join(platform.keysDir, 'jwt-public.pem');
  const shown = async () => {
    const texts = Object.values(await scrapeAll(dataDir));
    return texts.filter((text) => /^live_file_ok\{.*file="jwt-public.pem".*\} 0$/m.test(text)).length;
  };
  expect(await shown()).toBe(0);
  const member = await enroll(platform.url, '山君');
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.slice(0, 60));
  await expect.poll(shown, patience).toBe(VERIFIERS.length);
  await member.api.heartbeat(HERE);
  writeFileSync(file, good);
  await expect.poll(shown, patience).toBe(0);
});
