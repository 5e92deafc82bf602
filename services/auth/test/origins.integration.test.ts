import { MAX_ORIGIN_DAYS } from '@doushouqi/protocol';
import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { type OriginSanction, rangeBits } from '@doushouqi/service-kit';
import jwt from 'jsonwebtoken';
import { beforeEach, describe, expect, it } from 'vitest';
import { form, testAuth } from './fixtures.ts';

const auth = await testAuth({ PUBLIC_URL: 'https://dou.example' }, {}, {}, { random: Math.random });
const { call, clock, context } = auth;
const RANGE = '203.0.113.0/24';
const [NEAR, FAR] = ['203.0.113.7', '198.51.100.7'];
const DAY = 86_400_000;

interface Browser {
  address?: string;
  cookie?: string | undefined;
  token?: string;
}
function send(path: string, body: unknown, { address = FAR, cookie, token }: Browser = {}) {
  const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) };
  return call('POST', path, { body, headers, ...(token && { token }) });
}
function register(browser?: Browser) {
  return send('/api/auth/register', form(), browser);
}
function enter(browser?: Browser) {
  return send('/api/auth/guest', {}, browser);
}
function claimsOf({ body }: { body: object }) {
  const { access_token: token } = body as { access_token?: unknown };
  return jwt.decode(String(token)) as { dev?: string; mem?: number };
}
function cookieOf({ headers }: { headers: Headers }) {
  return headers.get('set-cookie')?.split(';')[0];
}

async function sanction(change: Partial<OriginSanction> = {}): Promise<void> {
  const now = clock.now;
  const one = { of: 'network', value: RANGE, kind: 'close', from: now, end: now + DAY, coversMembers: false };
  await context.redis.set(
    ORIGIN_SANCTIONS_KEY,
    JSON.stringify([{ ...one, text: '请到群里说明', ...change }]),
  );
  context.origins.forget();
}
beforeEach(async () => {
  await context.redis.del(ORIGIN_SANCTIONS_KEY);
  context.origins.forget();
  clock.now = Date.now();
});

describe('the cookie of a device', () => {
  it('is set with a session, for the routes that open sessions, and unreadable for pages', async () => {
    for (const reply of [await register(), await enter()]) {
      expect(reply.headers.get('set-cookie')).toMatch(
        /^device=[\w-]{22}; Max-Age=31536000; Path=\/api\/auth; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(claimsOf(reply).dev).toMatch(/^[\w-]{16}$/);
    }
  });

  it('is kept by later sessions, of which each has the same hash, by a key of this installation', async () => {
    const first = await register();
    const cookie = cookieOf(first);
    const again = await enter({ cookie: `other=1; ${cookie}` });
    expect(cookieOf(again)).toBe(cookie);
    expect(claimsOf(again).dev).toBe(claimsOf(first).dev);
    expect(claimsOf(first).dev).not.toContain(cookie!.slice('device='.length).slice(0, 8));
    // Another process has the same key.
    const other = await auth.another();
    const hash = other.context.deviceHash(cookie!.slice('device='.length));
    expect(hash).toBe(claimsOf(first).dev);
    await other.stop();
    expect(await context.deviceKeys.countDocuments()).toBe(1);
  });

  it.each(['device=short', `device=${'x'.repeat(23)}`, 'device=<script>aaaaaaaaaaaaaa'])(
    'is replaced if it is %s',
    async (cookie) => {
      expect(cookieOf(await enter({ cookie }))).not.toBe(cookie);
    },
  );

  it('is nowhere in the store but as a hash', async () => {
    const reply = await register();
    const id = cookieOf(reply)!.slice('device='.length);
    const { userId, device, range } = await context.sightings
      .findOne({ userId: (reply.body.user as { _id: string })._id })
      .orFail()
      .lean();
    expect([device, range]).toEqual([claimsOf(reply).dev, rangeBits('198.51.100.0/24')]);
    const { devices, users, sightings } = context;
    const all = await Promise.all([devices.find().lean(), users.find().lean(), sightings.find().lean()]);
    expect(JSON.stringify(all)).not.toContain(id);
    expect(userId).toHaveLength(24);
  });
});

describe('a token', () => {
  it('names since when the account is a member: for a registered guest the registration', async () => {
    const guest = await enter();
    expect(claimsOf(guest).mem).toBeUndefined();
    clock.now += 60_000;
    const member = await send('/api/auth/guest/register', form(), { token: String(guest.body.access_token) });
    expect(member.status).toBe(201);
    const since = claimsOf(member).mem!;
    expect(since).toBeGreaterThanOrEqual(clock.now - 1_000);
    clock.now += 60_000;
    const { username } = member.body.user as { username: string };
    const later = await send('/api/auth/login', { username, password: 'correct horse' });
    expect(claimsOf(later).mem).toBe(since);
  });

  it('keeps the device when the password changes', async () => {
    const reply = await register();
    const passwords = { oldPassword: 'correct horse', newPassword: 'another horse' };
    const token = String(reply.body.access_token);
    const changed = await send('/api/users/settings/password', passwords, { token });
    expect(claimsOf(changed)).toMatchObject({ dev: claimsOf(reply).dev, mem: claimsOf(reply).mem });
  });
});

describe('a closed address range', () => {
  const REFUSED = {
    code: 'NETWORK_CLOSED',
    message: expect.stringMatching(/^你所在的网络的新账号和游客暂停使用到 .*。请到群里说明$/),
  };

  it('refuses registrations and guests, but not elsewhere', async () => {
    await sanction();
    for (const open of [register, enter]) {
      expect((await open({ address: NEAR })).body).toMatchObject(REFUSED);
      expect((await open({ address: FAR })).body).toHaveProperty('access_token');
    }
    clock.now += DAY;
    context.origins.forget();
    expect((await register({ address: NEAR })).status).toBe(201);
  });

  it('refuses logins of newer accounts, and older ones only if it covers them', async () => {
    const older = (await register({ address: NEAR })).body.user as { username: string };
    clock.now += 1_000;
    await sanction();
    clock.now += 1_000;
    const newer = (await register()).body.user as { username: string };
    const logIn = ({ username }: { username: string }) =>
      send('/api/auth/login', { username, password: 'correct horse' }, { address: NEAR });
    expect((await logIn(older)).status).toBe(200);
    expect((await logIn(newer)).body).toMatchObject(REFUSED);
    // Only the owner learns of it.
    const wrong = { username: newer.username, password: 'wrong horse' };
    expect((await send('/api/auth/login', wrong, { address: NEAR })).body.code).toBe('LOGIN_FAILED');
    await sanction({ coversMembers: true });
    expect((await logIn(older)).body.code).toBe('NETWORK_CLOSED');
  });

  it('refuses the token of a guest there, who may go on elsewhere', async () => {
    const token = String((await enter({ address: NEAR })).body.access_token);
    await sanction();
    const renew = (address: string) => send('/api/auth/guest/renew', {}, { address, token });
    expect((await renew(NEAR)).body).toMatchObject(REFUSED);
    expect((await renew(FAR)).status).toBe(200);
  });
});

describe('a closed device', () => {
  it('refuses new accounts and guests from every address until the cookie is gone', async () => {
    const guest = await enter();
    const cookie = cookieOf(guest);
    await sanction({ of: 'device', value: claimsOf(guest).dev!, end: clock.now + MAX_ORIGIN_DAYS * DAY });
    for (const address of [NEAR, FAR]) {
      expect((await enter({ address, cookie })).body.code).toBe('DEVICE_CLOSED');
      expect((await register({ address, cookie })).body.code).toBe('DEVICE_CLOSED');
    }
    const token = String(guest.body.access_token);
    // The claim of the token counts, not the cookie.
    expect((await send('/api/auth/guest/renew', {}, { token })).body.code).toBe('DEVICE_CLOSED');
    expect((await enter()).status).toBe(200);
  });
});

describe('a muted device', () => {
  it('mutes the account that its guest registers, and the nickname stays', async () => {
    const guest = await enter();
    const cookie = cookieOf(guest);
    await sanction({ of: 'device', value: claimsOf(guest).dev!, kind: 'mute' });
    clock.now += 1;
    const token = String((await register({ cookie })).body.access_token);
    const renamed = await send('/api/users/settings/nickname', { nickname: '换个名字试试' }, { token });
    expect(renamed.body).toMatchObject({
      code: 'MUTED',
      message: expect.stringMatching(/^这台设备的新账号和游客已被禁言到 /),
    });
  });
});
