import { errorBody, type RouteReply, type Routes } from '@doushouqi/protocol';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { SERVICE_TOKEN } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { form } from './fixtures.ts';
import { testStaff } from './staff.ts';

const site = await testStaff();
const { call, clock, context, get, newAccount, newStaff, post, tokenOf, users } = site;
const moderator = await newStaff('moderator');
const token = await tokenOf(moderator);
const UNKNOWN = 'f'.repeat(24);
const DAY = 86_400_000;

function internal<T = Record<string, unknown>>(path: string, userId: unknown) {
  return call<T>('POST', `/internal/people/${path}`, { body: { userId }, serviceToken: SERVICE_TOKEN });
}
async function find(name: string) {
  const { body } = await get(`/api/admin/people?name=${encodeURIComponent(name)}`, token);
  return body as unknown as RouteReply<Routes['findPeople']>;
}
async function idsOf(name: string) {
  return (await find(name)).map(({ person }) => person._id);
}
/** Registers an account from an address, on a device with a cookie. */
async function newAt(address: string, cookie?: string) {
  const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) };
  const { body } = await call('POST', '/api/auth/register', { body: form(), headers });
  return { id: (body.user as { _id: string })._id, token: String(body.access_token) };
}
function rename(token: string, nickname: string) {
  return post('/api/users/settings/nickname', { nickname }, token);
}

describe('GET /admin/people', () => {
  it('400 without a name, 401 without a token, 400 for players', async () => {
    expect((await get('/api/admin/people?name=', token)).status).toBe(400);
    expect((await get(`/api/admin/people?name=${'a'.repeat(65)}`, token)).status).toBe(400);
    expect((await get('/api/admin/people?name=a')).status).toBe(401);
    expect((await get('/api/admin/people?name=a', moderator.token)).body).toEqual(errorBody('STAFF_ONLY'));
  });

  it('finds an account by id, username, nickname, former nickname, and by names that look like it', async () => {
    const one = await newAccount({ username: 'NightWalker', nickname: '夜行客人' });
    await rename(one.token, '夜里看棋');
    for (const name of [one.id, 'nightwalker', 'walker', '夜里看棋', '看棋', '夜行客人', '夜 里看棋'])
      expect(await idsOf(name)).toContain(one.id);
    expect(await idsOf('不存在的名字')).toEqual([]);
    const guest = await post('/api/auth/guest', { nickname: '路过的人' });
    expect(await find('路过的人')).toMatchObject([
      {
        person: { _id: (guest.body.user as { _id: string })._id, isGuest: true },
        username: '',
        role: 'guest',
      },
    ]);
  });

  it('shows the office and the sanctions, which the site does not', async () => {
    const one = await newAccount({ nickname: '被禁言者' });
    await mirrorSanctions(
      context.redis,
      one.id,
      { mute: Date.now() + DAY, shadow: Date.now() + DAY },
      Date.now(),
    );
    expect(await find('被禁言者')).toMatchObject([
      { role: 'player', sanctions: ['mute', 'shadow'], createdAt: expect.any(Number) },
    ]);
    expect(await find(moderator.username)).toMatchObject([{ role: 'moderator', sanctions: [] }]);
    const shown = await get(`/api/users/search?keyword=${moderator.username}`, one.token);
    expect(JSON.stringify(shown.body)).not.toContain('moderator');
  });

  it('finds at most 50, the exact name first', async () => {
    const { users } = context;
    const exact = await newAccount({ username: 'crowd', nickname: '人群里的人' });
    const at = new Date();
    await users.insertMany(
      Array.from({ length: 60 }, (_, n) => ({
        username: `crowd${n}`,
        usernameLower: `crowd${n}`,
        nickname: `人群${n}`,
        nameParts: [`crowd${n}`],
        passwordUpdatedAt: at,
        createdAt: at,
      })),
    );
    const found = await idsOf('CROWD');
    expect([found.length, found[0]]).toEqual([50, exact.id]);
  });
});

describe('POST /internal/people/file', () => {
  it('401 without the service token, 404 for an unknown account', async () => {
    expect((await post('/internal/people/file', { userId: UNKNOWN })).status).toBe(401);
    expect((await internal('file', UNKNOWN)).body).toEqual(errorBody('USER_NOT_FOUND'));
  });

  it('shows names, devices and the accounts of the same address range', async () => {
    const one = await newAt('203.0.113.7');
    const [near, far] = [await newAt('203.0.113.99'), await newAt('203.0.114.7')];
    await rename(one.token, '石头人');
    const { body } = await internal<RouteReply<Routes['showFile']>>('file', one.id);
    expect(body).toMatchObject({ role: 'player', createdAt: expect.any(Number) });
    expect(body.formerNicknames).toHaveLength(1);
    expect(body.devices).toMatchObject([{ network: '203.0.113.*', name: expect.any(String) }]);
    expect(body.related).toMatchObject([
      { person: { _id: near.id }, sameDevice: false, network: '203.0.113.0/24', accounts: 2 },
    ]);
    expect(body.origins).toEqual({
      devices: [expect.stringMatching(/^[\w-]{16}$/)],
      ranges: ['203.0.113.0/24'],
    });
    expect(JSON.stringify(body)).not.toContain(far.id);
    expect(JSON.stringify(body)).not.toContain('passwordHash');
  });

  it('shows the devices of a closed account until they expire', async () => {
    const [closed, next] = [await newAt('198.51.100.1'), await newAt('198.51.100.2')];
    await internal('end-sessions', closed.id);
    const file = async () => (await internal<RouteReply<Routes['showFile']>>('file', next.id)).body;
    expect((await file()).related).toMatchObject([{ person: { _id: closed.id } }]);
    expect((await get('/api/users/devices', closed.token)).status).toBe(401);
    clock.now = Date.now() + 8 * DAY;
    expect((await file()).devices).toEqual([]);
    clock.now = Date.now();
  });

  it('bounds the related accounts, and counts all of the range', async () => {
    const one = await newAt('198.18.0.1');
    const others = await Promise.all(Array.from({ length: 30 }, () => newAccount()));
    const { range } = await context.sightings.findOne({ userId: one.id }).orFail().lean();
    const seen = { range, isGuest: false, at: new Date() };
    await context.sightings.insertMany(
      others.flatMap(({ id: userId }) => ['x', 'y'].map((device) => ({ userId, device, ...seen }))),
    );
    const { related } = (await internal<RouteReply<Routes['showFile']>>('file', one.id)).body;
    expect(related).toHaveLength(20);
    expect(new Set(related.map(({ accounts }) => accounts))).toEqual(new Set([31]));
  });
});

describe('devices', () => {
  const [own, other] = ['A', 'B'].map((letter) => `device=${letter.repeat(22)}`);

  it('relate accounts of different address ranges, guests too, before those of one range', async () => {
    const one = await newAt('198.51.100.7', own);
    const twin = await newAt('192.0.2.7', own);
    const near = await newAt('198.51.100.9', other);
    const headers = { 'x-forwarded-for': '192.0.2.200', cookie: own! };
    const guest = await call('POST', '/api/auth/guest', { body: {}, headers });
    const { body } = await internal<RouteReply<Routes['showFile']>>('file', one.id);
    const related = body.related.map(({ person, sameDevice, network }) => [person._id, sameDevice, network]);
    const guestId = (guest.body.user as { _id: string })._id;
    expect(related.slice(0, 2).toSorted()).toEqual(
      [
        [twin.id, true, null],
        [guestId, true, null],
      ].toSorted(),
    );
    expect(related).toContainEqual([near.id, false, '198.51.100.0/24']);
    expect(JSON.stringify(body)).not.toContain('A'.repeat(22));
  });

  it('and address ranges have their accounts of the last 7 days counted', async () => {
    const cookie = `device=${'C'.repeat(22)}`;
    const one = await newAt('192.88.100.7', cookie);
    await newAt('192.88.101.7');
    const headers = { 'x-forwarded-for': '192.88.100.9', cookie };
    await call('POST', '/api/auth/guest', { body: {}, headers });
    const count = async (of: string, value: string) =>
      (
        await call<RouteReply<Routes['countAccounts']>>('POST', '/internal/people/of-origin', {
          body: { of, value },
          serviceToken: SERVICE_TOKEN,
        })
      ).body;
    expect(await count('network', '192.88.100.0/24')).toMatchObject({ members: 1, guests: 1 });
    expect(await count('network', '192.88.0.0/16')).toMatchObject({ members: 2, guests: 1 });
    expect(await count('network', '192.88.100.9/32')).toMatchObject({ members: 1, guests: 1 });
    const { devices } = (await internal<RouteReply<Routes['showFile']>>('file', one.id)).body.origins;
    const found = await count('device', devices[0]!);
    expect(found).toMatchObject({ members: 1, guests: 1 });
    expect(found.accounts.map(({ person }) => person._id)).toContain(one.id);
    expect((await count('network', '192.0.0.0/8')).code).toBe('INVALID_INPUT');
    clock.now = Date.now() + 8 * DAY;
    expect(await count('device', devices[0]!)).toEqual({ members: 0, guests: 0, accounts: [] });
    clock.now = Date.now();
    expect((await post('/internal/people/of-origin', { of: 'device', value: devices[0] })).status).toBe(401);
  });
});

describe('POST /internal/people/rename', () => {
  it('401 without the service token, 404 for unknown accounts and bots', async () => {
    expect((await post('/internal/people/rename', { userId: UNKNOWN })).status).toBe(401);
    const bot = await call<{ user: { _id: string } }>('POST', '/internal/bots/session', {
      body: { level: 2 },
      serviceToken: SERVICE_TOKEN,
    });
    for (const id of [UNKNOWN, bot.body.user._id])
      expect((await internal('rename', id)).body).toEqual(errorBody('USER_NOT_FOUND'));
  });

  it('gives a neutral nickname once, which the owner may change, but not to the removed one', async () => {
    const one = await newAccount({ nickname: '难听的名字' });
    const other = await newAccount();
    await rename(one.token, '更难听的名字');
    await internal('rename', one.id);
    const { nickname } = (await get('/api/users/me', one.token)).body;
    expect(nickname).toMatch(/^小动物\d{4,}$/);
    await internal('rename', one.id);
    expect((await get('/api/users/me', one.token)).body.nickname).toBe(nickname);
    for (const token of [one.token, other.token])
      expect((await rename(token, '更·难听的名字')).status).toBe(token === one.token ? 400 : 409);
    expect((await rename(one.token, '更·难听的名字')).body).toEqual(errorBody('IMPROPER_NICKNAME'));
    expect((await rename(one.token, '好听的名字')).status).toBe(200);
    // No longer the last one before, and still nobody's.
    expect((await rename(other.token, '更难听的名字')).body).toEqual(errorBody('NICKNAME_TAKEN'));
    expect(await idsOf('好听的名字')).toEqual([one.id]);
  });

  it('renames guests, who do not get the removed one by registering', async () => {
    const guest = await post('/api/auth/guest', { nickname: '骂人的游客' });
    const { _id: id } = guest.body.user as { _id: string };
    await internal('rename', id);
    expect((await users.findById(id).lean())?.nickname).toMatch(/^小动物/);
    const own = String(guest.body.access_token);
    const wanted = { ...form(), nickname: '骂人的游客' };
    expect((await post('/api/auth/guest/register', wanted, own)).body).toEqual(
      errorBody('IMPROPER_NICKNAME'),
    );
    expect((await post('/api/auth/guest/register', form(), own)).status).toBe(201);
  });

  it('gives different names to many at once', async () => {
    const many = await Promise.all(Array.from({ length: 4 }, () => newAccount()));
    await Promise.all(many.map(({ id }) => internal('rename', id)));
    const names = await users.find({ _id: { $in: many.map(({ id }) => id) } }, { nickname: 1 }).lean();
    expect(new Set(names.map(({ nickname }) => nickname)).size).toBe(4);
    for (const { nickname } of names) expect(nickname).toMatch(/^小动物\d{4}$/);
  });
});

describe('POST /internal/people/avatar', () => {
  it('gives the default avatar', async () => {
    const one = await newAccount();
    await post('/api/users/settings/avatar', { avatar: 'wolf.png' }, one.token);
    for (let n = 0; n < 2; n += 1) expect((await internal('avatar', one.id)).body).toEqual({ success: true });
    expect((await get('/api/users/me', one.token)).body.avatar).toBe('default.png');
    expect((await internal('avatar', UNKNOWN)).body).toEqual(errorBody('USER_NOT_FOUND'));
    expect((await post('/internal/people/avatar', { userId: one.id })).status).toBe(401);
  });
});
