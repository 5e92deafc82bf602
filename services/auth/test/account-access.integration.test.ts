import { type Access, errorBody } from '@doushouqi/protocol';
import { createAuthenticator, PLENTY, signTestToken, startSmtpSink } from '@doushouqi/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { renewRecoveryCodes } from '../src/commands/recovery.ts';
import { form, testAuth } from './fixtures.ts';

const HOST = 'qi.example.test';
const DAY = 86_400_000;
const OLD = 'correct horse';
const NEW = 'battery staple';
const sink = await startSmtpSink();
afterAll(() => sink.stop());
const auth = await testAuth(
  { SMTP_URL: sink.url, MAIL_FROM: 'qi@example.test', PUBLIC_URL: `https://${HOST}/` },
  {},
  { mailsByAddress: PLENTY, recoveriesByAddress: PLENTY },
);
const { call, context, get, keys, logIn, notices, post, users } = auth;
const { accessChanges, challenges, devices, mailLinks, passkeys } = context;
await notices.listen();

/** Resolves to the `n`th e-mail to a box with a link, or without one. */
async function mailTo(box: string, n: number, hasLink: boolean) {
  const found = () => sink.arrived.filter(({ to, token }) => to === box && (token !== '') === hasLink)[n];
  await expect.poll(found).toBeDefined();
  return found()!;
}
async function newMember() {
  const given = form();
  const { body } = await post('/api/auth/register', given);
  const { _id: id } = body.user as { _id: string };
  const codes = body.recoveryCodes as string[];
  const { username } = given;
  return { id, username, codes, token: String(body.access_token), box: `${username}@example.test` };
}
type Member = Awaited<ReturnType<typeof newMember>>;
/** Makes what an account has older: 40 days, unless stated. */
async function age(id: string, days = 40): Promise<void> {
  const at = new Date(Date.now() - days * DAY);
  const user = (await users.findById(id).lean())!;
  await users.updateOne(
    { _id: id },
    {
      createdAt: new Date(at.getTime() - DAY),
      ...(user.codesAddition && { 'codesAddition.at': at }),
      ...(user.emailAddition && { 'emailAddition.at': at }),
    },
  );
  await passkeys.updateMany({ userId: id }, { since: at });
}
async function verifyAddress({ token, box }: Pick<Member, 'token' | 'box'>, n = 0): Promise<void> {
  await post('/api/users/settings/email', { email: box, password: OLD }, token);
  const { token: link } = await mailTo(box, n, true);
  expect((await post('/api/auth/email/verify', { token: link })).status).toBe(200);
}
async function renewCodes(token: string): Promise<string[]> {
  const { body } = await post('/api/users/settings/recovery-codes', { password: OLD }, token);
  return body.recoveryCodes as string[];
}
async function addPasskey(token: string) {
  const authenticator = createAuthenticator(HOST, `https://${HOST}`);
  const { body } = await post('/api/users/passkeys/options', { password: OLD }, token);
  const response = authenticator.make(String(body.challenge));
  return { authenticator, reply: await post('/api/users/passkeys', { response }, token) };
}
type Authenticator = ReturnType<typeof createAuthenticator>;
async function logInBy(authenticator: Authenticator) {
  const { body } = await post('/api/auth/passkey/options', {});
  return post('/api/auth/passkey', { response: authenticator.answer(String(body.challenge)) });
}
function recover(username: string, code: string, more: object = {}) {
  return post('/api/auth/recover', { username, code, password: NEW, confirmPassword: NEW, ...more });
}
/** Resolves to the link of a reset by mail, or null if none is sent. */
async function resetLink({ id, username }: Pick<Member, 'id' | 'username'>): Promise<number> {
  await mailLinks.deleteMany({ userId: id });
  await post('/api/auth/reset/mail', { username });
  // The reply does not wait for the link: another request that does comes later.
  const other = await newMember();
  await verifyAddress(other);
  return mailLinks.countDocuments({ userId: id, purpose: 'reset' });
}
async function access(token: string): Promise<Access> {
  const reply = await get('/api/users/access', token);
  expect(reply.status).toBe(200);
  return reply.body as unknown as Access;
}
function review(token: string | undefined, keep: unknown, password?: string) {
  return post('/api/users/access', { keep, password }, token);
}
async function suspendedIn(token: string): Promise<string[]> {
  return (await access(token)).ways.filter(({ isSuspended }) => isSuspended).map(({ id }) => id);
}

/** What an owner does against a thief; each resolves to a new token. */
const EVENTS: Record<string, (member: Member, more?: object) => Promise<string>> = {
  async password({ token }, more) {
    const body = { oldPassword: OLD, newPassword: NEW, ...more };
    return String((await post('/api/users/settings/password', body, token)).body.access_token);
  },
  async devices({ token }, more) {
    const reply = await post('/api/users/devices/end-others', { password: OLD, ...more }, token);
    return String(reply.body.access_token);
  },
  async recovery({ username, codes }, more) {
    return String((await recover(username, codes[0]!, more)).body.access_token);
  },
  async reset({ id, username, box }, more) {
    await post('/api/auth/reset/mail', { username });
    const sent = () => mailLinks.countDocuments({ userId: id, purpose: 'reset' });
    await expect.poll(sent).toBe(1);
    const links = () => sink.arrived.filter(({ to, token }) => to === box && token !== '');
    await expect.poll(() => links().length).toBe(2);
    const body = { token: links()[1]!.token, password: NEW, confirmPassword: NEW, ...more };
    return String((await post('/api/auth/reset', body)).body.access_token);
  },
};
const REASONS = Object.keys(EVENTS);

describe.each(REASONS)('what a thief added before a %s', (reason) => {
  it('opens nothing, and is reviewed', async () => {
    const owner = await newMember();
    await verifyAddress(owner);
    await age(owner.id);
    const { authenticator } = await addPasskey(owner.token);
    // New codes would replace those of the recovery, a new address that of the reset.
    const codes = reason === 'recovery' ? null : await renewCodes(owner.token);
    const before = (await users.findById(owner.id).lean())!;
    const token = await EVENTS[reason]!(owner);
    const expected = [...(codes ? ['codes'] : []), `passkey:${authenticator.id}`];
    expect(await suspendedIn(token)).toEqual(expected);
    expect((await access(token)).review).toMatchObject({ reason, at: expect.any(Number) });
    expect((await get('/api/users/account', token)).body.suspended).toEqual(expected);
    expect((await logInBy(authenticator)).body).toEqual(errorBody('PASSKEY_FAILED'));
    if (codes) expect((await recover(owner.username, codes[0]!)).body).toEqual(errorBody('RECOVERY_FAILED'));
    const { text } = await mailTo(owner.box, 2 - Number(reason === 'recovery'), false);
    expect(text).toContain(`斗兽棋账号 ${owner.username} `);
    expect(text).toContain('通行密钥（未知设备）');
    expect(before.accessReview).toBeUndefined();
  });

  it('stays if the owner keeps it', async () => {
    const owner = await newMember();
    await verifyAddress(owner);
    await age(owner.id);
    const { authenticator } = await addPasskey(owner.token);
    const token = await EVENTS[reason]!(owner, { keep: [`passkey:${authenticator.id}`] });
    expect(await suspendedIn(token)).toEqual([]);
    expect((await logInBy(authenticator)).status).toBe(200);
    const isRecovery = reason === 'recovery' || reason === 'reset';
    expect((await access(token)).review === null).toBe(!isRecovery);
  });
});

describe('an address that a thief added', () => {
  it.each(['password', 'devices', 'recovery'])('gets no link for a reset after a %s', async (reason) => {
    const owner = await newMember();
    await age(owner.id);
    await verifyAddress(owner);
    expect(await resetLink(owner)).toBe(1);
    const token = await EVENTS[reason]!(owner);
    expect(await suspendedIn(token)).toEqual(['email']);
    expect(await resetLink(owner)).toBe(0);
    // The owner of the account proves it.
    expect((await review(token, ['email', 'codes'])).body).toMatchObject({ success: true });
    expect(await resetLink(owner)).toBe(1);
  });
});

describe('an event', () => {
  it('spares what is older than 30 days, and what has no time because an older version stored it', async () => {
    const owner = await newMember();
    await verifyAddress(owner);
    await age(owner.id, 31);
    await users.updateOne({ _id: owner.id }, { $unset: { codesAddition: 1 } });
    const token = await EVENTS.password!(owner);
    expect(await suspendedIn(token)).toEqual([]);
    expect((await recover(owner.username, owner.codes[0]!)).status).toBe(200);
  });

  it('does not suspend the codes of the registration', async () => {
    const owner = await newMember();
    const token = await EVENTS.password!(owner);
    expect((await access(token)).ways.find(({ id }) => id === 'codes')).toMatchObject({
      isRecent: false,
      isSuspended: false,
      codesLeft: 10,
    });
  });

  it('stays until a review, also for later events and times', async () => {
    const owner = await newMember();
    await age(owner.id);
    const { authenticator } = await addPasskey(owner.token);
    const token = await EVENTS.password!(owner);
    await users.updateOne(
      { _id: owner.id },
      {
        'accessReview.at': new Date(Date.now() - 60 * DAY),
        'accessReview.since': new Date(Date.now() - 90 * DAY),
      },
    );
    await passkeys.updateMany({ userId: owner.id }, { since: new Date(Date.now() - 61 * DAY) });
    const again = await post('/api/users/settings/password', { oldPassword: NEW, newPassword: OLD }, token);
    expect(await suspendedIn(String(again.body.access_token))).toEqual([`passkey:${authenticator.id}`]);
    expect((await logInBy(authenticator)).body.code).toBe('PASSKEY_FAILED');
  });

  it.each(REASONS)('a %s ends every link, and those that are asked for at the same time', async (reason) => {
    const owner = await newMember();
    await verifyAddress(owner);
    const box = `thief-of-${owner.box}`;
    await post('/api/users/settings/email', { email: box, password: OLD }, owner.token);
    const { token: link } = await mailTo(box, 0, true);
    const stored = await mailLinks.find({ userId: owner.id }).lean();
    const token = await EVENTS[reason]!(owner, { keep: ['email'] });
    expect(await mailLinks.countDocuments({ userId: owner.id })).toBe(0);
    expect((await post('/api/auth/email/verify', { token: link })).body).toEqual(errorBody('LINK_INVALID'));
    // As if the request had stored its link only after the event.
    await mailLinks.insertMany(stored);
    expect((await post('/api/auth/email/verify', { token: link })).body).toEqual(errorBody('LINK_INVALID'));
    expect((await users.findById(owner.id).lean())!.email).toBe(owner.box);
    expect((await get('/api/users/me', token)).status).toBe(200);
  });

  it('refuses codes and passkeys whose password was checked before', async () => {
    const owner = await newMember();
    const { body } = await post('/api/users/passkeys/options', { password: OLD }, owner.token);
    const question = (await challenges.findById(String(body.challenge)).lean())!;
    const origin = { device: 'x', network: null, address: '', sessionId: 'x' };
    // A password check that ends after the event.
    let token = '';
    const verifyPassword = async () => {
      token = await EVENTS.devices!(owner);
      return true;
    };
    await expect(
      renewRecoveryCodes({ ...context, verifyPassword }, owner.id, OLD, '203.0.113.1', origin),
    ).rejects.toMatchObject({ code: 'PASSWORD_CHANGED' });
    await challenges.create(question);
    const answer = createAuthenticator(HOST, `https://${HOST}`).make(question._id);
    const added = await post('/api/users/passkeys', { response: answer }, token);
    expect(added.body).toEqual(errorBody('PASSKEY_FAILED'));
    expect(await passkeys.countDocuments({ userId: owner.id })).toBe(0);
  });
});

describe('GET /users/access', () => {
  it('401 without a token, 400 for guests', async () => {
    expect((await get('/api/users/access')).status).toBe(401);
    const guest = await post('/api/auth/guest', {});
    const reply = await get('/api/users/access', String(guest.body.access_token));
    expect(reply.body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
  });

  it('shows all ways in with device and address range, and the changes', async () => {
    const { token, username, box } = await newMember();
    await verifyAddress({ token, box });
    const { authenticator } = await addPasskey(token);
    const other = String((await logIn(username, OLD)).body.access_token);
    const { ways, review: pending, changes } = await access(token);
    expect(pending).toBeNull();
    expect(ways.map(({ kind }) => kind)).toEqual(['codes', 'email', 'passkey', 'device', 'device']);
    for (const way of ways)
      expect(way).toMatchObject({ network: '127.0.0.*', place: null, isSuspended: false });
    expect(ways.map(({ isThis }) => isThis)).toEqual([false, false, false, true, false]);
    expect(ways.map(({ isRecent }) => isRecent)).toEqual([false, true, true, true, true]);
    expect(ways[1]!.name).toBe(`Pl•••${username.at(-1)}@example.test`);
    expect(ways[2]!.id).toBe(`passkey:${authenticator.id}`);
    expect(changes.map(({ what, isThis }) => [what, isThis])).toEqual([
      ['passkey', true],
      ['email', true],
    ]);
    expect((await access(other)).changes.map(({ isThis }) => isThis)).toEqual([false, false]);
  });

  it('shows the latest 20 changes, of 30 days', async () => {
    const { id, token } = await newMember();
    const old = new Date(Date.now() - 30 * DAY);
    const gone = { userId: id, what: 'email' as const, device: 'x', network: null };
    await accessChanges.insertMany([{ ...gone, at: old, expiresAt: new Date() }]);
    expect((await access(token)).changes).toEqual([]);
    const known = { userId: id, what: 'codes' as const, device: 'x', network: null };
    const at = (n: number) => new Date(Date.now() - n * DAY);
    await accessChanges.insertMany(
      Array.from({ length: 25 }, (_, n) => ({ ...known, at: at(n), expiresAt: at(n - 30) })),
    );
    await renewCodes(token);
    expect((await access(token)).changes).toHaveLength(20);
    expect(await accessChanges.countDocuments({ userId: id })).toBe(20);
  });
});

describe('POST /users/access', () => {
  it('401 without a token, 400 for guests and a wrong list', async () => {
    expect((await review(undefined, [])).status).toBe(401);
    const { token } = await newMember();
    for (const keep of [undefined, 'codes', [''], Array(101).fill('codes'), ['x'.repeat(1_041)]])
      expect((await review(token, keep)).body.code).toBe('INVALID_INPUT');
    const guest = await post('/api/auth/guest', {});
    const refused = await review(String(guest.body.access_token), []);
    expect(refused.body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
  });

  it('needs the password of a session that is older than 15 minutes', async () => {
    const { id } = await newMember();
    const old = signTestToken(id, keys.privateKey, { issuedAt: Date.now() - 15 * 60_000 });
    await users.updateOne({ _id: id }, { passwordUpdatedAt: new Date(Date.now() - DAY) });
    expect((await review(old, [])).body).toEqual(errorBody('PASSWORD_REQUIRED'));
    expect((await review(old, [], 'wrong horse')).body).toEqual(errorBody('WRONG_PASSWORD'));
    expect((await review(old, ['codes'], OLD)).status).toBe(200);
  });

  it('ends what is not kept, reactivates what is, mails it, and answers a repetition alike', async () => {
    const owner = await newMember();
    await verifyAddress(owner);
    await age(owner.id);
    const [one, other] = [await addPasskey(owner.token), await addPasskey(owner.token)];
    const token = await EVENTS.recovery!(owner);
    const elsewhere = String((await logIn(owner.username, NEW)).body.access_token);
    await post('/api/users/settings/email', { email: `x${owner.box}`, password: NEW }, elsewhere);
    const ids = (await access(token)).ways.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    const keep = ['codes', `passkey:${one.authenticator.id}`, 'made-up'];
    expect((await review(token, keep)).body).toEqual({ success: true, ended: 3 });
    expect((await review(token, keep)).body).toEqual({ success: true, ended: 0 });
    const after = await access(token);
    expect(after.ways.map(({ kind, isSuspended }) => [kind, isSuspended])).toEqual([
      ['codes', false],
      ['passkey', false],
      ['device', false],
    ]);
    expect(after.review).toBeNull();
    expect(after.changes.slice(0, 2).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['email-removed', 'passkey-removed']),
    );
    expect((await get('/api/users/me', elsewhere)).body).toEqual(errorBody('TOKEN_EXPIRED'));
    expect((await logInBy(one.authenticator)).status).toBe(200);
    expect((await logInBy(other.authenticator)).body.code).toBe('PASSKEY_FAILED');
    expect(await mailLinks.countDocuments({ userId: owner.id })).toBe(0);
    await expect
      .poll(() => sink.arrived.filter(({ to }) => to === owner.box).map(({ text }) => text))
      .toContainEqual(expect.stringContaining('停用了这些登录方式：邮箱 Pl•••'));
    await expect
      .poll(() => notices.ended.filter(({ payload }) => payload.userId === owner.id))
      .toContainEqual({ event: 'endSession', payload: expect.anything() });
  });

  it('answers two presses at once', async () => {
    const owner = await newMember();
    await addPasskey(owner.token);
    const replies = await Promise.all([review(owner.token, []), review(owner.token, [])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { ways } = await access(owner.token);
    expect(ways.map(({ kind }) => kind)).toEqual(['device']);
    expect(await devices.countDocuments({ userId: owner.id })).toBe(1);
  });
});

it('every change is mailed to the address that was verified before', async () => {
  const owner = await newMember();
  await verifyAddress(owner);
  await renewCodes(owner.token);
  const { authenticator } = await addPasskey(owner.token);
  await call('DELETE', `/api/users/passkeys/${authenticator.id}`, { token: owner.token });
  await post('/api/users/settings/email', { password: OLD }, owner.token);
  const texts = () =>
    sink.arrived.filter(({ to, token }) => to === owner.box && token === '').map(({ text }) => text);
  await expect.poll(() => texts().length).toBe(4);
  for (const news of ['换了一套恢复码', '添加了一个通行密钥', '移除了一个通行密钥', '移除了找回密码用的邮箱'])
    expect(texts()).toContainEqual(expect.stringContaining(news));
});

it('notices of one account are bounded', async () => {
  const { id } = await newMember();
  const sent = [];
  for (let n = 0; n < 21; n += 1) sent.push(await context.attempts.mayNotify(id));
  expect(sent.filter(Boolean)).toHaveLength(20);
});
