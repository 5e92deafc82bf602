import { mirrorSanctions } from '@doushouqi/service-kit';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, list, messages, newUser, notices, received, say, tokens } = lobby;
const END = Date.now() + 3_600_000;

async function listFor(userId: string, query = {}) {
  return (await as(userId).listLobby({ query })).map(({ content }) => content);
}

it('refuses the line of a muted user, who still reads', async () => {
  const [muted, other] = [newUser(), newUser()];
  await mirrorSanctions(tokens, muted, { mute: END }, Date.now());
  await expect(say(muted, '大家好')).rejects.toMatchObject({
    status: 400,
    code: 'MUTED',
    message: expect.stringMatching(/^你已被禁言到 /),
  });
  await say(other, '你好');
  expect(await listFor(muted)).toEqual(['你好']);
  expect(await outcome(as(null).listLobby({ query: {} }))).toBe('done');
});

describe('a line of a shadow-muted user', () => {
  it('is listed and sent to its author alone', async () => {
    const [author, other] = [newUser(), newUser()];
    await notices.listen([author, other]);
    await say(author, '以前');
    await mirrorSanctions(tokens, author, { shadow: END }, Date.now());
    clock.now += 20_000;
    const { _id, ...said } = await say(author, '后来');
    expect(said).toEqual({
      userId: author,
      nickname: '甲',
      avatar: 'tiger.png',
      content: '后来',
      timestamp: clock.now,
    });
    clock.now += 20_000;
    await say(other, '你好');
    expect(await listFor(author)).toEqual(['你好', '后来', '以前']);
    expect(await listFor(author, { before: clock.now })).toEqual(['你好', '后来', '以前']);
    for (const seen of [await list(), await list(1), await listFor(other)])
      expect(seen).toEqual(['你好', '以前']);
    const page = await as(null).listLobby({ query: { before: clock.now } });
    expect(page.map(({ content }) => content)).toEqual(['你好', '以前']);
    await expect.poll(() => received().map(({ content }) => content)).toEqual(['以前', '你好']);
    const sentTo = (userId: string) =>
      notices.of(userId).flatMap(({ event, payload }) => (event === 'lobbyMessage' ? payload.content : []));
    await expect.poll(() => sentTo(author)).toEqual(['后来']);
    expect(sentTo(other)).toEqual([]);
  });

  it('stays hidden after the end, and the next one is seen', async () => {
    const author = newUser();
    await mirrorSanctions(tokens, author, { shadow: END }, Date.now());
    await say(author, '没人看见');
    await mirrorSanctions(tokens, author, {}, Date.now());
    clock.now += 20_000;
    await say(author, '看见了');
    expect(await list()).toEqual(['看见了']);
    expect(await listFor(author)).toEqual(['看见了', '没人看见']);
    expect(await messages.countDocuments({ isShadowed: true })).toBe(1);
  });
});

it('refuses the list and lines to a closed account, and not to visitors', async () => {
  const closed = newUser();
  await mirrorSanctions(tokens, closed, { close: END }, Date.now());
  for (const call of [() => say(closed, '大家好'), () => as(closed).listLobby({ query: {} })])
    await expect(call()).rejects.toMatchObject({ status: 401, code: 'ACCOUNT_CLOSED' });
  expect(await list()).toEqual([]);
});
