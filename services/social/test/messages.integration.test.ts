import type { PrivateMessage } from '@doushouqi/protocol';
import { privateMessage, ROUTES } from '@doushouqi/protocol/server';
import { idOf, outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const [ann, bob, eve] = [await social.user(1), await social.user(2), await social.user(3)];
beforeEach(async () => {
  await social.clear();
  await social.befriend(ann, bob);
});

function send(from: TestUser, to: TestUser, content: string) {
  social.clock.now += 1;
  return from.api.sendMessage({ body: { toId: to.id, content } });
}
function deliver(from: TestUser, to: TestUser, content: string) {
  return social.internal.call(ROUTES.deliverMessage, { body: { fromId: from.id, toId: to.id, content } });
}
function refusal(call: Promise<unknown>) {
  return call.then(
    () => 'done',
    ({ code }) => code,
  );
}
async function talk(who: TestUser, other: TestUser, query = {}) {
  return (await who.api.listMessages({ params: { userId: other.id }, query })).map(({ content }) => content);
}
async function unread(who: TestUser, other: TestUser) {
  return [
    (await who.api.countUnread({ params: { friendId: other.id } })).count,
    (await who.api.countUnreadTotal()).count,
  ];
}
function read(who: TestUser, other: TestUser) {
  return who.api.readMessages({ params: { userId: other.id } });
}
/** Slow enough for the flood limit. */
async function sendSlowly(
  from: TestUser,
  to: TestUser,
  contents: readonly string[],
): Promise<PrivateMessage[]> {
  const sent: PrivateMessage[] = [];
  for (const content of contents) {
    social.clock.now += 20_000;
    sent.push(await send(from, to, content));
  }
  return sent;
}

describe('sending', () => {
  it.each(['外挂', '卖外 挂', '外·挂'])('refuses words of the moderation list: %s', async (content) => {
    expect(await refusal(send(ann, bob, content))).toBe('IMPROPER_TEXT');
    expect(await refusal(deliver(ann, bob, content))).toBe('IMPROPER_TEXT');
    expect(await talk(bob, ann)).toEqual([]);
  });

  it('stores a message and notifies every window of both users', async () => {
    const message = await send(ann, bob, ' 你好 ');
    expect(privateMessage.parse(message)).toEqual({
      _id: message._id,
      fromId: ann.id,
      toId: bob.id,
      content: '你好',
      timestamp: social.clock.now,
    });
    const notice = { event: 'privateMessage', payload: message };
    expect(await social.notices.wait(bob.id, 1)).toEqual([notice]);
    expect(await social.notices.wait(ann.id, 1)).toEqual([notice]);
    expect(await bob.api.listMessages({ params: { userId: ann.id } })).toEqual([message]);
  });

  it('requires friendship, and refuses strangers and blocked users with the same error', async () => {
    expect(await outcome(send(ann, ann, '你好'))).toBe('NOT_YOURSELF');
    expect(await outcome(send(eve, ann, '你好'))).toBe('NOT_FRIENDS');
    await ann.api.blockUser({ body: { userId: bob.id } });
    expect(await outcome(send(bob, ann, '你好'))).toBe('NOT_FRIENDS');
    expect(await outcome(send(ann, bob, '你好'))).toBe('YOU_BLOCKED');
    expect(await outcome(ann.api.sendMessage({ body: { toId: idOf(99), content: '你好' } }))).toBe(
      'NOT_FRIENDS',
    );
    expect([await talk(ann, bob), await unread(ann, bob)]).toEqual([[], [0, 0]]);
  });

  it('between opponents needs no friendship, but respects blocks', async () => {
    const message = await deliver(eve, ann, '好棋');
    expect(await social.notices.wait(ann.id, 1)).toEqual([{ event: 'privateMessage', payload: message }]);
    expect(await talk(ann, eve)).toEqual(['好棋']);
    expect(await refusal(deliver(eve, eve, '你好'))).toBe('NOT_YOURSELF');
    await ann.api.blockUser({ body: { userId: eve.id } });
    expect(await refusal(deliver(eve, ann, '再来一局'))).toBe('NOT_ACCEPTING');
    expect(await refusal(deliver(ann, eve, '再来一局'))).toBe('YOU_BLOCKED');
    expect(await talk(eve, ann)).toEqual(['好棋']);
  });

  it('creates ids in order of time', async () => {
    const sent = await sendSlowly(ann, bob, ['一', '二', '三']);
    const ids = sent.map(({ _id }) => _id);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('flood', () => {
  it('refuses the fifth message to a friend in ten seconds, also by different windows or rooms', async () => {
    for (const content of ['一', '二', '三']) await send(ann, bob, content);
    await deliver(ann, bob, '四');
    expect(await outcome(send(ann, bob, '五'))).toBe('CHAT_FLOOD');
    expect(await refusal(deliver(ann, bob, '五'))).toBe('CHAT_FLOOD');
    expect([await outcome(send(bob, ann, '五')), await refusal(deliver(ann, eve, '五'))]).toEqual([
      'done',
      'done',
    ]);
    social.clock.now += 10_000;
    expect(await outcome(send(ann, bob, '五'))).toBe('done');
    expect(await talk(bob, ann)).toEqual(['一', '二', '三', '四', '五', '五']);
  });

  it('refuses a repeated message, except for greetings', async () => {
    await send(ann, bob, '快来看');
    expect(await outcome(send(ann, bob, '快来看！'))).toBe('CHAT_REPEAT');
    expect([await outcome(send(ann, bob, '谢谢')), await outcome(send(ann, bob, '谢谢'))]).toEqual([
      'done',
      'done',
    ]);
  });

  it('accepts no message over the limit in parallel', async () => {
    const messages = Array.from({ length: 20 }, (_, n) =>
      outcome(send(ann, bob, '棋盘上下左右红蓝象狮虎豹狼狗猫鼠河兽穴陷'.charAt(n))),
    );
    const outcomes = await Promise.all(messages);
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(4);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'CHAT_FLOOD']));
    social.clock.now += 20_000;
    const same = await Promise.all(Array.from({ length: 8 }, () => outcome(send(ann, bob, '一样的话'))));
    expect(same.sort()).toEqual([...Array(7).fill('CHAT_REPEAT'), 'done']);
    expect([(await talk(bob, ann)).length, await unread(bob, ann)]).toEqual([5, [5, 5]]);
  });

  it('attempts are limited by user', async () => {
    const calls = await Promise.all(Array.from({ length: 65 }, () => outcome(send(ann, ann, '你好'))));
    expect(calls.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5);
  });
});

describe('the conversation', () => {
  it('pages backwards from the newest message, each page in order of time', async () => {
    const numbers = Array.from({ length: 7 }, (_, n) => `第${n}句`);
    const sent = await sendSlowly(ann, bob, numbers);
    expect(await talk(bob, ann)).toEqual(numbers);
    expect(await talk(bob, ann, { limit: 3 })).toEqual(numbers.slice(4));
    expect(await talk(ann, bob, { limit: 3, before: sent[4]?._id })).toEqual(numbers.slice(1, 4));
    expect(await talk(ann, bob, { limit: 3, before: sent[1]?._id })).toEqual(numbers.slice(0, 1));
    expect(await talk(ann, bob, { before: sent[0]?._id })).toEqual([]);
  });

  it('shows twenty by default', async () => {
    await sendSlowly(
      ann,
      bob,
      Array.from({ length: 25 }, (_, n) => `第${n}句`),
    );
    expect((await talk(bob, ann)).length).toBe(20);
  });

  it('is visible only to its two users, also after the end of their friendship', async () => {
    await send(ann, bob, '悄悄话');
    await ann.api.removeFriend({ body: { friendId: bob.id } });
    expect([await talk(eve, ann), await talk(eve, bob), await talk(ann, ann)]).toEqual([[], [], []]);
    expect([await talk(ann, bob), await talk(bob, ann)]).toEqual([['悄悄话'], ['悄悄话']]);
  });
});

describe('unread', () => {
  it('are counted per friend and in total until they are read', async () => {
    await send(ann, bob, '一');
    await send(ann, bob, '二');
    expect([await unread(bob, ann), await unread(ann, bob)]).toEqual([
      [2, 2],
      [0, 0],
    ]);
    expect((await bob.api.listFriends())[0]?.unreadCount).toBe(2);
    await Promise.all([social.notices.wait(bob.id, 2), social.notices.wait(ann.id, 2)]);
    await social.notices.forget();
    await read(bob, ann);
    await read(bob, ann);
    expect(await unread(bob, ann)).toEqual([0, 0]);
    await send(ann, bob, '三');
    // The second reading changes nothing, and the writer gets no notice at all.
    const notified = await social.notices.wait(bob.id, 2);
    expect(notified.map(({ event }) => event)).toEqual(['messagesRead', 'privateMessage']);
    expect(notified[0]).toEqual({ event: 'messagesRead', payload: { userId: ann.id } });
    expect((await social.notices.wait(ann.id, 1)).map(({ event }) => event)).toEqual(['privateMessage']);
  });

  it("a user cannot mark another user's messages as read", async () => {
    await send(ann, bob, '一');
    await read(eve, ann);
    await read(ann, bob);
    expect([await unread(bob, ann), await unread(eve, ann)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('the total includes friends only, and no strangers met in a room or former friends', async () => {
    await send(ann, bob, '一');
    await deliver(eve, bob, '二');
    expect([await unread(bob, eve), await unread(bob, ann)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    await ann.api.removeFriend({ body: { friendId: bob.id } });
    expect(await unread(bob, ann)).toEqual([1, 0]);
  });

  it('counts parallel messages of two friends', async () => {
    await social.befriend(eve, bob);
    await Promise.all(
      ['一', '二', '三'].flatMap((content) => [send(ann, bob, content), send(eve, bob, content)]),
    );
    expect([await unread(bob, ann), await unread(bob, eve)]).toEqual([
      [3, 6],
      [3, 6],
    ]);
  });
});

it('has an index for each query', async () => {
  const { friendships, requests, blocks, messages } = social.context;
  const keys = await Promise.all(
    [friendships, requests, blocks, messages].map(async ({ collection }) =>
      (await collection.indexes()).map(({ key }) => JSON.stringify(key)),
    ),
  );
  expect(keys.map((list) => list.filter((key) => key !== '{"_id":1}').sort())).toEqual([
    ['{"users":1}'],
    ['{"from":1,"at":-1}', '{"to":1,"at":-1}'],
    ['{"by":1,"at":-1}', '{"whom":1,"at":-1}'],
    ['{"fromId":1,"toId":1,"n":-1}', '{"pair":1,"_id":-1}'],
  ]);
});

describe('POST /internal/messages/received', () => {
  it('401 for users, 404 for messages that the user did not receive', async () => {
    const { _id } = await send(bob, ann, '收到的话');
    const body = { userId: ann.id, messageId: _id };
    const refused = await social.call('POST', '/internal/messages/received', { userId: ann.id, body });
    expect(refused.status).toBe(401);
    const show = (userId: string, messageId: string, withAround = false) =>
      social.internal.call(ROUTES.showReceived, { body: { userId, messageId, withAround } });
    const { message, around } = await show(ann.id, _id);
    expect(message).toMatchObject({ fromId: bob.id, toId: ann.id, content: '收到的话' });
    expect(around).toEqual([message]);
    const answer = await send(ann, bob, '回的话');
    expect((await show(ann.id, _id, true)).around.slice(-2)).toEqual([message, answer]);
    expect(await refusal(show(bob.id, _id))).toBe('NOT_FOUND');
    expect(await refusal(show(ann.id, 'f'.repeat(24)))).toBe('NOT_FOUND');
  });
});
