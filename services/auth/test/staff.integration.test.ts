import { errorBody } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { testStaff } from './staff.ts';

const site = await testStaff();
const { call, enrol, factors, freshCode, get, inviteTo, log, moderation, newAccount, newStaff } = site;
const { post, start, tokenOf, users } = site;

function appoint(token: string | undefined, body: object) {
  return post('/api/admin/staff', { reason: '轮到他值守', ...body }, token);
}
async function roleOf(id: string) {
  return (await users.findById(id).lean())?.role ?? null;
}
const boss = await newStaff('operator');
const bossToken = await tokenOf(boss);

describe('POST /admin/staff', () => {
  it.each([
    ['no user', { userId: undefined }, '用户编号有误'],
    ['an unknown office', { role: 'player' }, '输入内容有误'],
    ['no office', { role: undefined }, '输入内容有误'],
    ['no reason', { reason: ' ' }, '请写明理由'],
    ['a long reason', { reason: '长'.repeat(301) }, '理由最多 300 个字'],
  ])('400 for %s', async (_case, changes, message) => {
    const reply = await appoint(bossToken, { userId: boss.id, role: 'moderator', ...changes });
    expect(reply.body).toMatchObject({ code: 'INVALID_INPUT' });
    if (message !== '用户编号有误') expect(reply.body.message).toBe(message);
  });

  it('is refused to all but operators in the console', async () => {
    const [target, moderator, player] = [await newAccount(), await newStaff('moderator'), await newAccount()];
    const guest = String((await post('/api/auth/guest', {})).body.access_token);
    const body = { userId: target.id, role: 'operator' };
    expect((await appoint(undefined, body)).status).toBe(401);
    for (const token of [player.token, guest, boss.token, moderator.token, await tokenOf(moderator)])
      expect((await appoint(token, body)).body).toEqual(errorBody('OPERATORS_ONLY'));
    expect(await roleOf(target.id)).toBe(null);
  });

  it('gives an office with an invitation, logs it, and ends the office with its sessions', async () => {
    const member = await newAccount();
    const { body } = await appoint(bossToken, { userId: member.id, role: 'moderator' });
    const { secret } = (await enrol(member, body.invitation)).body;
    await enrol(member, body.invitation, await freshCode({ ...member, secret }));
    const staff = { ...member, secret };
    const token = await tokenOf(staff);
    expect((await get('/api/admin/staff', token)).status).toBe(200);
    const ended = await appoint(bossToken, { userId: member.id, role: null, reason: '不再值守' });
    expect(ended.body).toEqual({ invitation: null });
    expect((await get('/api/admin/staff', token)).status).toBe(401);
    expect((await start(member.username, await freshCode(staff))).body).toEqual(errorBody('CONSOLE_REFUSED'));
    expect(await factors.findById(member.id).lean()).toBe(null);
    expect([await roleOf(member.id), (await get('/api/users/me', member.token)).status]).toEqual([null, 200]);
    // The second press.
    await appoint(bossToken, { userId: member.id, role: null, reason: '不再值守' });
    expect(log.filter(({ userId }) => userId === member.id)).toEqual([
      { byId: boss.id, what: '任命为值守', userId: member.id, reason: '轮到他值守' },
      { byId: boss.id, what: '解除职务', userId: member.id, reason: '不再值守' },
    ]);
  });

  it('replaces the factor of staff and ends their sessions: the phone may be lost', async () => {
    const staff = await newStaff('moderator');
    const token = await tokenOf(staff);
    const first = await appoint(bossToken, { userId: staff.id, role: 'operator' });
    const second = await appoint(bossToken, { userId: staff.id, role: 'operator' });
    expect((await get('/api/admin/staff', token)).status).toBe(401);
    expect((await start(staff.username, await freshCode(staff))).body).toEqual(errorBody('CONSOLE_REFUSED'));
    expect((await enrol(staff, first.body.invitation)).status).toBe(400);
    expect((await enrol(staff, second.body.invitation)).status).toBe(200);
  });

  it('leaves no session of an office that ends while it begins', async () => {
    const staff = await newStaff('operator');
    const code = await freshCode(staff);
    const [started] = await Promise.all([
      start(staff.username, code),
      appoint(bossToken, { userId: staff.id, role: null }),
    ]);
    if (started.status === 200)
      expect((await get('/api/admin/staff', started.body.access_token)).status).toBe(401);
  });

  it('refuses operators themselves, guests, bots, accounts that leave and unknown ones', async () => {
    const leaving = await newAccount();
    await post('/api/users/settings/delete', { password: 'correct horse' }, leaving.token);
    const guest = (await post('/api/auth/guest', {})).body.user as { _id: string };
    const bot = await call<{ user: { _id: string } }>('POST', '/internal/bots/session', {
      body: { level: 1 },
      serviceToken: 'test-service-token',
    });
    for (const role of ['moderator', 'operator', null])
      expect((await appoint(bossToken, { userId: boss.id, role })).body).toEqual(errorBody('NOT_YOUR_OWN'));
    for (const userId of [leaving.id, guest._id, bot.body.user._id, 'f'.repeat(24)])
      expect((await appoint(bossToken, { userId, role: 'operator' })).body).toEqual(
        errorBody('USER_NOT_FOUND'),
      );
  });

  it('does nothing while the log is away', async () => {
    const [member, staff] = [await newAccount(), await newStaff('moderator')];
    const token = await tokenOf(staff);
    await moderation.stop();
    const [given, taken] = [
      await appoint(bossToken, { userId: member.id, role: 'operator' }),
      await appoint(bossToken, { userId: staff.id, role: null }),
    ];
    await moderation.start();
    for (const { status, body } of [given, taken])
      expect([status, body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect([await roleOf(member.id), await roleOf(staff.id)]).toEqual([null, 'moderator']);
    expect((await get('/api/admin/staff', token)).status).toBe(200);
  });
});

describe('GET /admin/staff', () => {
  it('lists moderators and operators, and whether they have a factor', async () => {
    const [moderator, invited] = [await newStaff('moderator'), await newAccount()];
    await inviteTo('operator', invited);
    const token = await tokenOf(moderator);
    expect((await get('/api/admin/staff')).status).toBe(401);
    const { body } = await get('/api/admin/staff', token);
    const staff = body as unknown as { person: { _id: string } }[];
    const listed = (id: string) => staff.find(({ person }) => person._id === id);
    expect(listed(moderator.id)).toMatchObject({
      username: moderator.username,
      role: 'moderator',
      hasFactor: true,
    });
    expect(listed(invited.id)).toMatchObject({ role: 'operator', hasFactor: false });
    expect(staff.map(({ person }) => person._id)).toContain(boss.id);
  });
});
