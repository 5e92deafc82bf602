import { ROUTES } from '@doushouqi/protocol/server';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const { redis } = social.context;
const [ann, bob] = [await social.user(1), await social.user(2)];
const END = Date.now() + 3_600_000;
beforeEach(async () => {
  await social.clear();
  await social.befriend(ann, bob);
  await social.notices.forget();
});

function send(from: TestUser, to: TestUser, content: string) {
  social.clock.now += 20_000;
  return from.api.sendMessage({ body: { toId: to.id, content } });
}
async function talk(who: TestUser, other: TestUser) {
  const page = await who.api.listMessages({ params: { userId: other.id }, query: {} });
  return page.map(({ content }) => content);
}
async function unread(who: TestUser) {
  return (await who.api.countUnreadTotal()).count;
}
function messagesTo({ id }: TestUser) {
  return social.notices
    .of(id)
    .flatMap(({ event, payload }) => (event === 'privateMessage' ? payload.content : []));
}

describe('a muted user', () => {
  it('sends no private message, and still reads', async () => {
    await send(bob, ann, '你好');
    await mirrorSanctions(redis, ann.id, { mute: END }, Date.now());
    expect(await outcome(send(ann, bob, '你好'))).toBe('MUTED');
    expect(await talk(ann, bob)).toEqual(['你好']);
    expect(await unread(ann)).toBe(1);
  });
});

describe('a message of a shadow-muted user', () => {
  it('exists for its author alone: no list, count, notice or report has it', async () => {
    await send(ann, bob, '以前');
    await mirrorSanctions(redis, ann.id, { shadow: END }, Date.now());
    const { _id, ...sent } = await send(ann, bob, '后来');
    expect(sent).toEqual({ fromId: ann.id, toId: bob.id, content: '后来', timestamp: social.clock.now });
    await social.internal.call(ROUTES.deliverMessage, {
      body: { fromId: ann.id, toId: bob.id, content: '从房间', isShadowed: true },
    });
    await send(bob, ann, '在吗');
    expect(await talk(ann, bob)).toEqual(['以前', '后来', '从房间', '在吗']);
    expect(await talk(bob, ann)).toEqual(['以前', '在吗']);
    expect(await unread(bob)).toBe(1);
    await expect.poll(() => messagesTo(ann)).toEqual(['以前', '后来', '从房间', '在吗']);
    expect(messagesTo(bob)).toEqual(['以前', '在吗']);
    const reported = social.internal.call(ROUTES.showReceived, { body: { userId: bob.id, messageId: _id } });
    await expect(reported).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
