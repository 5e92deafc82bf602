import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { form, testAuth } from './fixtures.ts';

const { another, server } = await testAuth();
let auth: Awaited<ReturnType<typeof another>>;
let account: string;
let addresses = 0;

beforeEach(() => {
  addresses += 1;
});

afterEach(() => auth.stop());

/** Addresses of this test alone, so that the tests do not use up each other's attempts. */
function address(n = 0) {
  return { 'x-forwarded-for': `203.0.${addresses}.${n}` };
}
function register(from = address()) {
  return auth.call('POST', '/api/auth/register', { body: form(), headers: from });
}
function login(username: string, password: string, from = address()) {
  return auth.call('POST', '/api/auth/login', { body: { username, password }, headers: from });
}

async function newAccount(): Promise<string> {
  const reply = await register(address(250));
  return (reply.body.user as { username: string }).username;
}

describe('logins of one account', () => {
  beforeEach(async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 3 } });
    account = await newAccount();
  });

  it('are locked for an address after the allowed failures, with the remaining time', async () => {
    for (let n = 0; n < 3; n += 1) expect((await login(account, 'wrong password')).status).toBe(400);
    const locked = await login(account.toUpperCase(), 'correct horse');
    expect([locked.status, locked.body]).toEqual([
      429,
      { code: 'LOGIN_LOCKED', message: '登录尝试过多，请稍后再试' },
    ]);
    const wait = Number(locked.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
  });

  it('continue from other addresses, so that guesses do not lock the owner out', async () => {
    for (let n = 0; n < 12; n += 1) await login(account, 'wrong password', address(n % 4));
    expect((await login(account, 'wrong password', address(3))).body.code).toBe('LOGIN_LOCKED');
    expect((await login(account, 'correct horse', address(9))).status).toBe(200);
  });

  it('do not count as failures if they succeed', async () => {
    for (let n = 0; n < 6; n += 1) expect((await login(account, 'correct horse')).status).toBe(200);
    expect((await login(account, 'wrong password')).status).toBe(400);
  });

  it('are limited even if they succeed, because each costs a hash', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(account, 'correct horse')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.find(({ status }) => status !== 200)?.body.code).toBe('LOGIN_LOCKED');
    expect((await login(account, 'correct horse', address(1))).status).toBe(200);
  });

  it('leave capacity for other users, however many arrive in parallel from any address', async () => {
    const other = await newAccount();
    // Three times what may wait, so that a good part is turned away however much is done meanwhile.
    const flood = Array.from({ length: 300 }, (_, n) => login(account, 'correct horse', address(n % 250)));
    await Promise.race(flood);
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => login(other, 'correct horse', address(251))),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await Promise.all(flood)).some(({ status }) => status === 503)).toBe(true);
  });

  it('also lock an account that does not exist', async () => {
    const unknown = `unknown_${addresses}`;
    for (let n = 0; n < 3; n += 1) await login(unknown, 'wrong password');
    expect((await login(unknown, 'wrong password')).body.code).toBe('LOGIN_LOCKED');
  });

  it('do not affect other accounts', async () => {
    for (let n = 0; n < 4; n += 1) await login(account, 'wrong password');
    expect((await login(await newAccount(), 'correct horse')).status).toBe(200);
  });

  it('allow in parallel hardly more guesses than one by one', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => login(account, 'wrong password')));
    const guesses = replies.filter(({ body }) => body.code === 'LOGIN_FAILED');
    // Those that are being checked when the last one is used up: one slot's worth.
    expect(guesses.length).toBeLessThanOrEqual(3 + 1);
  });

  it('are counted by all processes together', async () => {
    const other = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 3 } });
    for (let n = 0; n < 3; n += 1) await login(account, 'wrong password');
    const reply = await other.call('POST', '/api/auth/login', {
      body: { username: account, password: 'x' },
      headers: address(),
    });
    await other.stop();
    expect(reply.body.code).toBe('LOGIN_LOCKED');
  });
});

describe('logins of one account from all addresses', () => {
  it('are locked after many more failures, but not at addresses where the owner has logged in before', async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 1 } });
    account = await newAccount();
    expect((await login(account, 'correct horse', address(9))).status).toBe(200);
    const guessers = Array.from({ length: 30 }, (_, n) => address(n + 10));
    await Promise.all(guessers.map((from) => login(account, 'wrong password', from)));
    for (const from of [address(8), address(10)]) {
      expect((await login(account, 'correct horse', from)).body.code).toBe('LOGIN_LOCKED');
    }
    // Where the owner registered, and where they logged in: those addresses are let through, but not to guess.
    for (const from of [address(250), address(9)]) {
      expect((await login(account, 'correct horse', from)).status).toBe(200);
    }
    await login(account, 'wrong password', address(9));
    expect((await login(account, 'correct horse', address(9))).body.code).toBe('LOGIN_LOCKED');
  });
});

describe('logins from one address', () => {
  beforeEach(async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ADDRESS: 3 } });
    account = await newAccount();
  });

  it('are locked after the allowed failures, over all accounts, and for this address only', async () => {
    for (let n = 0; n < 3; n += 1) await login(`guess_${n}`, 'wrong password');
    expect((await login(account, 'correct horse')).body.code).toBe('LOGIN_LOCKED');
    expect((await login(account, 'correct horse', address(1))).status).toBe(200);
  });
});

/** Addresses of one /64 of this test alone: they belong to one customer. */
function neighbor(n: number) {
  return { 'x-forwarded-for': `2001:db8:0:${addresses}::${n}` };
}

describe('IPv6 addresses of one /64', () => {
  it('count as one address for logins', async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ADDRESS: 3 } });
    account = await newAccount();
    for (let n = 0; n < 3; n += 1) await login(`guess_${n}`, 'wrong password', neighbor(n));
    expect((await login(account, 'correct horse', neighbor(9))).body.code).toBe('LOGIN_LOCKED');
  });

  it('count as one address for registrations', async () => {
    auth = await another({ env: { REGISTRATIONS_PER_ADDRESS: 2 } });
    for (let n = 0; n < 2; n += 1) expect((await register(neighbor(n))).status).toBe(201);
    expect((await register(neighbor(9))).body.code).toBe('REGISTRATION_LOCKED');
  });
});

describe('wrong passwords in the settings', () => {
  const confirm = (token: string, password: string, from: object) =>
    auth.call('POST', '/api/users/settings/recovery-codes', {
      body: { password },
      token,
      headers: { ...from },
    });

  it('of a stolen token lock the network of the thief, not that of the owner', async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 3 } });
    const { body } = await register(address(250));
    const token = String(body.access_token);
    for (let n = 0; n < 3; n += 1)
      expect((await confirm(token, 'wrong password', address(1))).body.code).toBe('WRONG_PASSWORD');
    expect((await confirm(token, 'correct horse', address(1))).body.code).toBe('PASSWORD_LOCKED');
    expect((await confirm(token, 'correct horse', address(250))).status).toBe(200);
  });

  it('are bounded over all networks, except those of the owner', async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 1 } });
    const { body } = await register(address(250));
    const token = String(body.access_token);
    for (let n = 0; n < 30; n += 1) await confirm(token, 'wrong password', address(n));
    expect((await confirm(token, 'correct horse', address(99))).body.code).toBe('PASSWORD_LOCKED');
    expect((await confirm(token, 'correct horse', address(250))).status).toBe(200);
  });
});

describe('e-mails', () => {
  it('of others to an address do not use up those of its owner', async () => {
    auth = await another();
    const { attempts } = auth.context;
    const box = `box${addresses}@example.test`;
    const mail = (account: string, from: number) =>
      attempts.countMail(account, box, `203.0.${addresses}.${from}`).then(
        () => 'sent',
        (error: { code: string }) => error.code,
      );
    const [owner, thief] = [`owner${addresses}`, `thief${addresses}`];
    await attempts.rememberOwner(owner, `203.0.${addresses}.1`);
    const count = async (account: string, from: number, n: number) => {
      const outcomes = [];
      for (let one = 0; one < n; one += 1) outcomes.push(await mail(account, from));
      return outcomes.filter((one) => one === 'sent').length;
    };
    expect(await count(thief, 2, 4)).toBe(3);
    // The account itself, from the network of a thief.
    expect(await count(owner, 3, 4)).toBe(3);
    expect(await count(owner, 1, 4)).toBe(3);
    for (let from = 4; from < 8; from += 1) await count(thief, from, 3);
    expect(await mail(thief, 9)).toBe('PASSWORD_LOCKED');
    expect(await mail(`other${addresses}`, 10)).toBe('PASSWORD_LOCKED');
  });

  it('to an address beyond its limit are sent for an owner at a known network', async () => {
    auth = await another();
    const { attempts } = auth.context;
    const box = `full${addresses}@example.test`;
    for (let from = 0; from < 10; from += 1)
      await attempts.countMail(`stranger${from}`, box, `203.0.${addresses}.${from}`);
    const owner = `owner${addresses}`;
    await expect(attempts.countMail(owner, box, `203.0.${addresses}.20`)).rejects.toMatchObject({
      code: 'PASSWORD_LOCKED',
    });
    await attempts.rememberOwner(owner, `203.0.${addresses}.20`);
    await attempts.countMail(owner, box, `203.0.${addresses}.20`);
  });
});

describe('registrations', () => {
  it('are limited by address; invalid forms do not count', async () => {
    auth = await another({ env: { REGISTRATIONS_PER_ADDRESS: 2 } });
    for (let n = 0; n < 5; n += 1) {
      expect((await auth.call('POST', '/api/auth/register', { body: {}, headers: address() })).status).toBe(
        400,
      );
    }
    expect([(await register()).status, (await register()).status]).toEqual([201, 201]);
    const locked = await register();
    expect([locked.status, locked.body.code]).toEqual([429, 'REGISTRATION_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await register(address(1))).status).toBe(201);
  });
});

describe('while Redis is unavailable', () => {
  it('logins work and are still limited', async () => {
    auth = await another({ env: { LOGIN_FAILURES_PER_ACCOUNT: 2 } });
    account = await newAccount();
    await server.kill();
    expect((await login(account, 'correct horse')).status).toBe(200);
    await login(account, 'wrong password');
    await login(account, 'wrong password');
    expect((await login(account, 'correct horse')).body.code).toBe('LOGIN_LOCKED');
    await server.restart();
  });
});
