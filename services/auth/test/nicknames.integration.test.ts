import { errorBody, NICKNAME_INTERVAL } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { testAuth } from './fixtures.ts';

const auth = await testAuth();
const { get, newAccount, notices, post, users } = auth;

function rename(token: string | undefined, nickname: unknown) {
  return post('/api/users/settings/nickname', { nickname }, token);
}
function accountOf(token: string) {
  return get('/api/users/account', token);
}
/** Makes 30 days pass for an account. */
async function wait(id: string) {
  const { nicknameChangedAt } = (await users.findById(id).lean())!;
  const earlier = new Date(nicknameChangedAt!.getTime() - NICKNAME_INTERVAL);
  await users.updateOne({ _id: id }, { nicknameChangedAt: earlier });
}

it('401 without a token, 400 for bad names and guests', async () => {
  expect((await rename(undefined, '新名字')).status).toBe(401);
  const { token } = await newAccount();
  for (const [nickname, code] of [
    [' ', 'INVALID_INPUT'],
    ['棋'.repeat(13), 'INVALID_INPUT'],
    [{ $ne: '' }, 'INVALID_INPUT'],
    ['外挂', 'IMPROPER_NICKNAME'],
    ['官方', 'NICKNAME_RESERVED'],
  ])
    expect((await rename(token, nickname)).body.code).toBe(code);
  const guest = await post('/api/auth/guest', {});
  expect((await rename(String(guest.body.access_token), '新名字')).body).toEqual(
    errorBody('GUEST_NOT_ALLOWED'),
  );
});

it('changes the nickname everywhere and notifies the user’s windows', async () => {
  const { id, token } = await newAccount({ nickname: '初出茅庐' });
  await notices.listen([id]);
  const reply = await rename(token, '久经沙场');
  expect([reply.status, reply.body]).toMatchObject([200, { _id: id, nickname: '久经沙场' }]);
  expect((await get(`/api/users/${id}`)).body.nickname).toBe('久经沙场');
  const search = (keyword: string) => get(`/api/users/search?keyword=${encodeURIComponent(keyword)}`, token);
  const other = await newAccount();
  const found = await get(`/api/users/search?keyword=${encodeURIComponent('经沙')}`, other.token);
  expect(found.body).toMatchObject([{ _id: id }]);
  expect((await search('出茅')).body).toEqual([]);
  await expect.poll(() => notices.of(id)).toEqual([{ event: 'userChanged', payload: {} }]);
});

it('allows one change in 30 days; the same name again is no change', async () => {
  const { id, token } = await newAccount({ nickname: '第一名' });
  expect((await rename(token, '第一名')).status).toBe(200);
  expect((await accountOf(token)).body).toMatchObject({ nicknameChangeableAt: null, formerNicknames: [] });
  expect((await rename(token, '第二名')).status).toBe(200);
  const refused = await rename(token, '第三名');
  expect([refused.status, refused.body]).toEqual([400, errorBody('NICKNAME_TOO_SOON')]);
  const { nicknameChangeableAt, formerNicknames } = (await accountOf(token)).body;
  expect(Number(nicknameChangeableAt) - Date.now()).toBeGreaterThan(NICKNAME_INTERVAL - 60_000);
  expect(formerNicknames).toEqual([{ nickname: '第一名', until: expect.any(Number) }]);
  await wait(id);
  expect((await rename(token, '第三名')).status).toBe(200);
});

it('holds the last name until the next change, and takes it back', async () => {
  const [owner, other] = [await newAccount({ nickname: '老字号' }), await newAccount()];
  await rename(owner.token, '新字号');
  expect((await rename(other.token, '老·字号')).body).toEqual(errorBody('NICKNAME_TAKEN'));
  await wait(owner.id);
  expect((await rename(owner.token, '老字号')).status).toBe(200);
  await wait(owner.id);
  expect((await rename(owner.token, '再换一个')).status).toBe(200);
  expect((await rename(other.token, '新字号')).status).toBe(200);
});

it('accepts one of several concurrent changes and leaves the other names free', async () => {
  const { token } = await newAccount();
  const wanted = ['并发甲', '并发乙', '并发丙', '并发丁'];
  const replies = await Promise.all(wanted.map((nickname) => rename(token, nickname)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  const free = wanted.filter((_, n) => replies[n]?.status === 400);
  for (const nickname of free) expect((await newAccount({ nickname })).id).toBeTruthy();
});
