import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorBody, type ProofChallenge } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { setSite } from '@doushouqi/service-kit/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { form, solve, testAuth } from './fixtures.ts';

const folder = await mkdtemp(join(tmpdir(), 'doushouqi-access-'));
const file = join(folder, 'access.json');
async function write(changes: object): Promise<void> {
  const open = { registration: 'open', guests: true, text: '', refusedAddresses: [] };
  await writeFile(file, JSON.stringify({ ...open, ...changes }));
}
await write({});
afterAll(() => rm(folder, { recursive: true }));
const auth = await testAuth({ ACCESS_FILE: file });
const { clock, get, post } = auth;
let time = Date.now();

/** Writes the operator's file and lets auth read it. */
async function set(changes: object = {}): Promise<void> {
  await write(changes);
  time += 1_000;
  clock.now = time;
}
const TEXT = '正在抵挡一次攻击，今晚八点恢复';
function register(changes: Record<string, unknown> = {}) {
  return post('/api/auth/register', form(changes));
}
async function newGuest(form: object = {}): Promise<string> {
  return String((await post('/api/auth/guest', form)).body.access_token);
}
function registerGuest(token: string, changes: object = {}) {
  return post('/api/auth/guest/register', form({ nickname: undefined, ...changes }), token);
}

beforeEach(() => set());

it('visitors read what they may do, and why not', async () => {
  const ways = { mail: false, passkey: false };
  expect((await get('/api/auth/ways')).body).toEqual({
    ...ways,
    registration: 'open',
    guests: true,
    text: '',
  });
  const rules = { registration: 'closed', guests: false, text: TEXT };
  await set(rules);
  expect((await get('/api/auth/ways')).body).toEqual({ ...ways, ...rules });
});

describe('while registration is closed', () => {
  it('visitors and guests are refused with the operator’s text, and accounts go on', async () => {
    const { username } = await auth.newAccount();
    const guest = await newGuest();
    await set({ registration: 'closed', text: TEXT });
    for (const reply of [await register(), await registerGuest(guest)])
      expect([reply.status, reply.body]).toEqual([400, errorBody('REGISTRATION_CLOSED', TEXT)]);
    expect((await auth.logIn(username, 'correct horse')).status).toBe(200);
    expect((await post('/api/auth/guest/renew', {}, guest)).status).toBe(200);
    expect((await post('/api/auth/guest', {})).status).toBe(200);
    await set({ registration: 'closed' });
    expect((await register()).body).toEqual(errorBody('REGISTRATION_CLOSED'));
    await set();
    expect((await registerGuest(guest)).status).toBe(201);
  });
});

describe('while registration needs proof', () => {
  const proven = async (ask: (changes?: Record<string, unknown>) => ReturnType<typeof register>) => {
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'PROOF_REQUIRED']);
    const challenge = refused.body.challenge as ProofChallenge;
    return { ...challenge, nonce: solve(challenge) };
  };

  it('each registration of a visitor or a guest needs its own', async () => {
    const guest = await newGuest();
    await set({ registration: 'proof' });
    const proof = await proven(register);
    expect((await register({ proof: { ...proof, nonce: proof.nonce + 1 } })).body.code).toBe(
      'PROOF_REQUIRED',
    );
    expect((await register({ proof })).status).toBe(201);
    expect((await register({ proof })).body.code).toBe('PROOF_REQUIRED');
    expect((await registerGuest(guest, { proof })).body.code).toBe('PROOF_REQUIRED');
    const own = await proven((changes) => registerGuest(guest, changes));
    expect((await registerGuest(guest, { proof: own })).status).toBe(201);
  });

  it('400 for half a proof', async () => {
    expect((await register({ proof: { salt: 'x' } })).body.code).toBe('INVALID_INPUT');
  });
});

it('while guests are off, no new one enters; those who are in stay and may register', async () => {
  const guest = await newGuest();
  await set({ guests: false, text: TEXT });
  const reply = await post('/api/auth/guest', {});
  expect([reply.status, reply.body]).toEqual([400, errorBody('GUESTS_CLOSED', TEXT)]);
  expect((await get('/api/users/me', guest)).status).toBe(200);
  expect((await post('/api/auth/guest/renew', {}, guest)).status).toBe(200);
  expect((await registerGuest(guest)).status).toBe(201);
  await set({ guests: false });
  expect((await post('/api/auth/guest', {})).body).toEqual(errorBody('GUESTS_CLOSED'));
});

it('a wrong file leaves the rules in effect and is logged', async () => {
  await set({ registration: 'closed' });
  expect((await register()).body.code).toBe('REGISTRATION_CLOSED');
  await set({ registration: 'shut' });
  expect((await register()).body.code).toBe('REGISTRATION_CLOSED');
  expect(auth.logged).toContainEqual(
    expect.objectContaining({ level: 'error', reason: expect.stringMatching(/^registration: /) }),
  );
});

describe('what operators set in the console', () => {
  const site = async (change: Parameters<typeof setSite>[1]) => {
    await setSite(auth.context.redis, change);
    await set({ registration: 'proof', text: TEXT });
  };

  it('takes the place of the file, until it sets nothing', async () => {
    await site({ registration: 'closed', guests: false });
    expect((await get('/api/auth/ways')).body).toMatchObject({ registration: 'closed', guests: false });
    expect((await register()).body).toEqual(errorBody('REGISTRATION_CLOSED', TEXT));
    expect((await post('/api/auth/guest', {})).body).toEqual(errorBody('GUESTS_CLOSED', TEXT));
    await site({ registration: 'open' });
    expect((await register()).status).toBe(201);
    await site({});
    expect((await register()).body.code).toBe('PROOF_REQUIRED');
  });
});

it('counts guests and registrations since a time, and states the file', async () => {
  await setSite(auth.context.redis, { registration: 'closed' });
  const since = auth.clock.now;
  const count = () => auth.internal.call(ROUTES.countNewcomers, { body: { since } });
  const before = await count();
  await setSite(auth.context.redis, {});
  await set();
  expect(before).toEqual({ guests: 0, registrations: 0, file: { registration: 'open', guests: true } });
  const [guest] = await Promise.all(['溪边客', '山中客'].map((nickname) => newGuest({ nickname })));
  await registerGuest(guest!);
  await register();
  expect(await count()).toMatchObject({ guests: 1, registrations: 2 });
  expect((await auth.call('POST', '/internal/newcomers', { token: guest, body: { since } })).status).toBe(
    401,
  );
});
