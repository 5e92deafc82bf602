import { errorBody } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { PLENTY, startSmtpSink } from '@doushouqi/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccounts } from '../src/commands/deletion.ts';
import { testAuth } from './fixtures.ts';

const HOUR = 3_600_000;
const sink = await startSmtpSink();
afterAll(() => sink.stop());
const auth = await testAuth(
  {
    SMTP_URL: sink.url,
    MAIL_FROM: '斗兽棋 <qi@example.test>',
    PUBLIC_URL: 'https://qi.example.test/',
  },
  {},
  { mailsByAddress: PLENTY, recoveriesByAddress: PLENTY },
);
const { context, get, logIn, newAccount, notices, post, users } = auth;
const { mailLinks } = context;
await notices.listen();
const without = await testAuth();

let boxes = 0;
function newBox(): string {
  boxes += 1;
  return `box${boxes}@example.test`;
}
function setEmail(token: string | undefined, email: unknown, password: unknown = 'correct horse') {
  return post('/api/users/settings/email', { email, password }, token);
}
function verify(token: unknown) {
  return post('/api/auth/email/verify', { token });
}
function ask(username: unknown) {
  return post('/api/auth/reset/mail', { username });
}
function reset(token: unknown, more: object = {}) {
  const body = { token, password: 'another horse', confirmPassword: 'another horse', ...more };
  return post('/api/auth/reset', body);
}
/** Resolves to the `n`th e-mail to a box with a link, or without one. */
async function mailTo(box: string, n = 0, hasLink = true) {
  const found = () => sink.arrived.filter(({ to, token }) => to === box && (token !== '') === hasLink)[n];
  await expect.poll(found).toBeDefined();
  return found()!;
}
async function memberWithMail() {
  const [member, box] = [await newAccount(), newBox()];
  await setEmail(member.token, box);
  await verify((await mailTo(box)).token);
  return { ...member, box };
}
async function emailOf(token: string) {
  return (await get('/api/users/account', token)).body.email;
}

describe('POST /users/settings/email', () => {
  it('401 without a token, 400 for bad addresses, a wrong password and guests', async () => {
    expect((await setEmail(undefined, newBox())).status).toBe(401);
    const { token } = await newAccount();
    for (const email of [
      '',
      'x',
      'a@b',
      'a b@example.test',
      'a@example.test\r\nBcc: c@example.test',
      'a\u0000@example.test',
      'a@exam\u0007ple.test',
      'a@example.te\u202est',
      'a\u200b@example.test',
      `${'x'.repeat(250)}@e.test`,
    ])
      expect((await setEmail(token, email)).body.code).toBe('INVALID_INPUT');
    expect((await setEmail(token, { $ne: '' })).body.message).toBe('请输入邮箱');
    expect((await setEmail(token, newBox(), 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    const guest = await post('/api/auth/guest', {});
    expect((await setEmail(String(guest.body.access_token), newBox())).body.code).toBe('GUEST_NOT_ALLOWED');
    expect(sink.arrived).toEqual([]);
  });

  it('is refused where the operator sends no e-mails', async () => {
    const { token } = await without.newAccount();
    const reply = await without.post(
      '/api/users/settings/email',
      { email: newBox(), password: 'correct horse' },
      token,
    );
    expect([reply.status, reply.body]).toEqual([400, errorBody('MAIL_OFF')]);
    expect((await without.get('/api/auth/ways')).body).toMatchObject({ mail: false });
    expect((await without.post('/api/auth/reset/mail', { username: 'shanjun' })).body).toEqual(
      errorBody('MAIL_OFF'),
    );
    expect((await get('/api/auth/ways')).body).toMatchObject({ mail: true });
  });

  it('stores the address once its link is opened, and forgets it on request', async () => {
    const [{ token }, box] = [await newAccount(), newBox()];
    expect((await setEmail(token, ` ${box} `)).body).toEqual({ success: true });
    const mail = await mailTo(box);
    expect(mail.text).toContain(`https://qi.example.test/verify-email#${mail.token}`);
    expect(await emailOf(token)).toBeNull();
    expect((await verify(mail.token)).status).toBe(200);
    expect(await emailOf(token)).toBe(box);
    expect((await verify(mail.token)).body).toEqual(errorBody('LINK_INVALID'));
    expect((await setEmail(token, undefined)).status).toBe(200);
    expect(await emailOf(token)).toBeNull();
  });

  it('a former address is notified of another one', async () => {
    const { username, token, box } = await memberWithMail();
    const next = newBox();
    await setEmail(token, next);
    await verify((await mailTo(next)).token);
    const { text } = await mailTo(box, 0, false);
    expect(text).toContain(`斗兽棋账号 ${username} 换了找回密码用的邮箱`);
    expect(text).toMatch(
      /时间：\d+年\d+月\d+日 \d\d:\d\d（北京时间）\n设备：未知设备\n网络地址：127\.0\.0\.\*\n/,
    );
    expect(await emailOf(token)).toBe(next);
  });

  it('a later link replaces an earlier one; no link sets another purpose or lives longer than an hour', async () => {
    const [{ token, id }, box] = [await newAccount(), newBox()];
    await setEmail(token, box);
    const first = await mailTo(box);
    await setEmail(token, box);
    const second = await mailTo(box, 1);
    expect((await verify(first.token)).body.code).toBe('LINK_INVALID');
    expect((await reset(second.token)).body.code).toBe('LINK_INVALID');
    await mailLinks.updateMany({ userId: id }, { expiresAt: new Date(Date.now() - 1) });
    expect((await verify(second.token)).body.code).toBe('LINK_INVALID');
    await setEmail(token, box);
    const { expiresAt } = (await mailLinks.findOne({ userId: id }).lean())!;
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + HOUR);
    const refused = await setEmail(token, box);
    expect([refused.status, refused.body]).toEqual([429, errorBody('PASSWORD_LOCKED')]);
  });
});

describe('a reset by e-mail', () => {
  it('400 without an account or a token; unknown accounts get the same reply and no e-mail', async () => {
    expect((await ask('')).body.message).toBe('请输入账号');
    expect((await reset({ $ne: '' })).status).toBe(400);
    expect((await reset('x'.repeat(101))).status).toBe(400);
    expect((await reset('made-up')).body).toEqual(errorBody('LINK_INVALID'));
    const { username } = await newAccount();
    const before = sink.arrived.length;
    expect((await ask('unknown_one')).body).toEqual({ success: true });
    expect((await ask(username)).body).toEqual({ success: true });
    const { username: known, box } = await memberWithMail();
    await ask(known);
    await mailTo(box, 1);
    // Of the member alone: the verification and the reset.
    expect(sink.arrived.slice(before).map(({ to }) => to)).toEqual([box, box]);
  });

  it('sets the password once, logs in and ends all other sessions', async () => {
    const { id, username, token, box } = await memberWithMail();
    await ask(username.toUpperCase());
    const mail = await mailTo(box, 1);
    expect(mail.text).toContain('https://qi.example.test/recover#');
    const uses = await Promise.all(Array.from({ length: 5 }, () => reset(mail.token)));
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect((await reset(mail.token)).body).toEqual(errorBody('LINK_INVALID'));
    expect((await get('/api/users/me', token)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    const { access_token } = uses.find(({ status }) => status === 200)!.body;
    expect((await get('/api/users/me', String(access_token))).body).toMatchObject({ _id: id });
    expect((await logIn(username, 'another horse')).status).toBe(200);
    await expect
      .poll(() => notices.ended)
      .toContainEqual({
        event: 'endSessions',
        payload: { userId: id, before: expect.any(Number) },
      });
  });

  it('sets the password once by two links that were requested at once', async () => {
    const { id, username, box } = await memberWithMail();
    await ask(username);
    const first = await mailTo(box, 1);
    const links = await mailLinks.find({ userId: id, purpose: 'reset' }).lean();
    await ask(username);
    const second = await mailTo(box, 2);
    links.push(...(await mailLinks.find({ userId: id, purpose: 'reset' }).lean()));
    for (let round = 0; round < 10; round += 1) {
      // As if each request had deleted former links before the other one stored its own.
      await mailLinks.deleteMany({ userId: id });
      const expiresAt = new Date(Date.now() + HOUR);
      await mailLinks.insertMany(links.map((link) => ({ ...link, expiresAt })));
      const uses = await Promise.all([first, second].map(({ token }) => reset(token, { keep: ['email'] })));
      expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('a link ends with a password change, and with another address', async () => {
    const { username, token, box } = await memberWithMail();
    await ask(username);
    const first = await mailTo(box, 1);
    const passwords = { oldPassword: 'correct horse', newPassword: 'battery staple', keep: ['email'] };
    const { body } = await post('/api/users/settings/password', passwords, token);
    expect((await reset(first.token)).body.code).toBe('LINK_INVALID');
    await ask(username);
    const second = await mailTo(box, 2);
    await setEmail(String(body.access_token), undefined, 'battery staple');
    expect((await reset(second.token)).body.code).toBe('LINK_INVALID');
    expect((await logIn(username, 'battery staple')).status).toBe(200);
  });

  it('asks before it keeps a leaving account, without using the link', async () => {
    const { username, token, box } = await memberWithMail();
    await post('/api/users/settings/delete', { password: 'correct horse' }, token);
    await ask(username);
    const mail = await mailTo(box, 1);
    expect((await reset(mail.token)).body.code).toBe('ACCOUNT_LEAVING');
    expect((await reset(mail.token, { restore: true })).status).toBe(200);
  });

  it('opens no closed account, and the link stays unused', async () => {
    const { id, username, box } = await memberWithMail();
    await mirrorSanctions(context.redis, id, { close: Date.now() + HOUR }, Date.now());
    await ask(username);
    const { token } = await mailTo(box, 1);
    expect((await reset(token)).body.code).toBe('ACCOUNT_CLOSED');
    await mirrorSanctions(context.redis, id, {}, Date.now());
    expect((await reset(token)).status).toBe(200);
  });

  it('sends three e-mails an hour to an account', async () => {
    const { username } = await memberWithMail();
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(username)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('stores no token', async () => {
    const { id, username, box } = await memberWithMail();
    await ask(username);
    const { token } = await mailTo(box, 1);
    expect(JSON.stringify(await mailLinks.find({ userId: id }).lean())).not.toContain(token);
  });
});

it('a deleted account leaves no address and no links', async () => {
  const { id, username, token, box } = await memberWithMail();
  await post('/api/users/settings/delete', { password: 'correct horse' }, token);
  await ask(username);
  await mailTo(box, 1);
  const done = async (): Promise<void> => undefined;
  const others = { forgetPlayer: done, forgetPerson: done, forgetSolver: done };
  await deleteAccounts({ ...context, ...others }, Date.now() + 8 * 24 * HOUR);
  expect(await users.findById(id).lean()).not.toHaveProperty('email');
  expect(await mailLinks.countDocuments({ userId: id })).toBe(0);
});

describe('a reminder of a move', () => {
  const remind = (userId: string, by = auth) =>
    by.internal.call(ROUTES.mailReminder, { body: { userId, roomId: 'K2F', hoursLeft: 4 } });

  it('goes to the verified address, with a link to the room', async () => {
    const { id, box } = await memberWithMail();
    expect(await remind(id)).toEqual({ success: true });
    const { text } = await mailTo(box, 0, false);
    expect(text).toContain('还剩大约 4 小时');
    expect(text).toContain('https://qi.example.test/play/room/K2F\n');
  });

  it('goes to no address that is suspended or not verified, and nowhere without mail', async () => {
    const [unverified, suspended, guest] = [
      await newAccount(),
      await memberWithMail(),
      await post('/api/auth/guest', {}),
    ];
    const box = newBox();
    await setEmail(unverified.token, box);
    await mailTo(box);
    const passwords = { oldPassword: 'correct horse', newPassword: 'battery staple' };
    expect((await post('/api/users/settings/password', passwords, suspended.token)).status).toBe(200);
    const { _id: guestId } = guest.body.user as { _id: string };
    for (const id of [unverified.id, suspended.id, guestId, 'f'.repeat(24)])
      expect(await remind(id)).toEqual({ success: true });
    expect(await remind(unverified.id, without)).toEqual({ success: true });
    const { id, box: last } = await memberWithMail();
    await remind(id);
    await mailTo(last, 0, false);
    const reminded = sink.arrived.filter(({ text }) => text.includes('通信棋')).map(({ to }) => to);
    expect(reminded).not.toContain(box);
    expect(reminded).not.toContain(suspended.box);
  });
});
