import { errorBody, MAX_FRIENDS, MAX_REQUESTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const [ann, bob, eve] = [await social.user(1), await social.user(2), await social.user(3)];
beforeEach(() => social.clear());

function ask(from: TestUser, to: TestUser) {
  return from.api.requestFriend({ body: { toUserId: to.id } });
}
function answer(who: TestUser, from: TestUser, accept: boolean) {
  return who.api.handleRequest({ body: { fromUserId: from.id, accept } });
}
function remove(who: TestUser, friend: TestUser) {
  return who.api.removeFriend({ body: { friendId: friend.id } });
}
function block(who: TestUser, target: TestUser) {
  return who.api.blockUser({ body: { userId: target.id } });
}
function unblock(who: TestUser, target: TestUser) {
  return who.api.unblockUser({ body: { userId: target.id } });
}
async function friendsOf(who: TestUser) {
  return (await who.api.listFriends()).map(({ _id }) => _id);
}
async function askersOf(who: TestUser) {
  return (await who.api.listRequests()).map(({ from }) => from._id);
}
async function askedBy(who: TestUser) {
  return (await who.api.listSentRequests()).map(({ to }) => to._id);
}
function withdraw(who: TestUser, to: TestUser) {
  return who.api.withdrawRequest({ params: { userId: to.id } });
}
async function blockedBy(who: TestUser) {
  return (await who.api.listBlocked()).map(({ _id }) => _id);
}
function count(collection: 'friendships' | 'requests' | 'blocks') {
  return social.context[collection].collection.countDocuments();
}
const CHANGED = { event: 'friendsChanged', payload: {} };

describe('requests', () => {
  it('lists a request for both until it is answered, and notifies only these two', async () => {
    expect(await ask(ann, bob)).toEqual({ success: true, friends: false });
    expect(await bob.api.listRequests()).toEqual([
      {
        from: { _id: ann.id, username: 'player_1', nickname: '棋手1', avatar: 'tiger.png' },
        at: social.clock.now,
      },
    ]);
    expect(await ann.api.listSentRequests()).toEqual([
      {
        to: { _id: bob.id, username: 'player_2', nickname: '棋手2', avatar: 'tiger.png' },
        at: social.clock.now,
      },
    ]);
    expect([await askersOf(ann), await askersOf(eve), await friendsOf(bob)]).toEqual([[], [], []]);
    const requested = { event: 'friendRequested', payload: { nickname: '棋手1' } };
    expect(await social.notices.wait(bob.id, 2)).toEqual([CHANGED, requested]);
    expect(await social.notices.wait(ann.id, 1)).toEqual([CHANGED]);
    expect(social.notices.of(eve.id)).toEqual([]);
    await answer(bob, ann, true);
    expect([await askedBy(ann), await askersOf(bob)]).toEqual([[], []]);
  });

  it("refuses the user's own id, an unknown user, a second request and a friend", async () => {
    expect(await outcome(ask(ann, ann))).toBe('NOT_YOURSELF');
    expect(await outcome(ann.api.requestFriend({ body: { toUserId: idOf(99) } }))).toBe('USER_NOT_FOUND');
    await ask(ann, bob);
    expect(await outcome(ask(ann, bob))).toBe('REQUEST_PENDING');
    await answer(bob, ann, true);
    expect([await outcome(ask(ann, bob)), await outcome(ask(bob, ann))]).toEqual([
      'ALREADY_FRIENDS',
      'ALREADY_FRIENDS',
    ]);
  });

  it('lists the newest first', async () => {
    await ask(ann, bob);
    social.clock.now += 1;
    await ask(eve, bob);
    expect(await askersOf(bob)).toEqual([eve.id, ann.id]);
  });

  it('503 while auth is unavailable, and stores nothing', async () => {
    await social.profiles.stop();
    expect(await outcome(ask(ann, bob))).toBe('UNAVAILABLE');
    await social.profiles.start();
    expect(await askersOf(bob)).toEqual([]);
  });

  it('are accepted by the recipient, and both users are notified', async () => {
    await ask(ann, bob);
    expect(await outcome(answer(ann, bob, true))).toBe('NO_REQUEST');
    expect(await outcome(answer(eve, ann, true))).toBe('NO_REQUEST');
    await social.notices.forget();
    await answer(bob, ann, true);
    expect([await friendsOf(ann), await friendsOf(bob), await askersOf(bob)]).toEqual([
      [bob.id],
      [ann.id],
      [],
    ]);
    expect(await social.notices.wait(ann.id, 1)).toEqual([CHANGED]);
    await social.notices.wait(bob.id, 1);
    expect(await social.internal.call(ROUTES.listFriendIds, { params: { userId: ann.id } })).toEqual({
      friends: [bob.id],
    });
  });

  it('are rejected without notice to the sender, who may send another one', async () => {
    await ask(ann, bob);
    await social.notices.forget();
    await answer(bob, ann, false);
    expect(await outcome(answer(bob, ann, false))).toBe('NO_REQUEST');
    expect(await outcome(answer(bob, ann, true))).toBe('NO_REQUEST');
    expect([await friendsOf(ann), social.notices.of(ann.id)]).toEqual([[], []]);
    expect(await outcome(ask(ann, bob))).toBe('done');
  });

  it('are withdrawn by the sender only, and both users are notified', async () => {
    await ask(ann, bob);
    await social.notices.forget();
    expect([await outcome(withdraw(bob, ann)), await outcome(withdraw(eve, bob))]).toEqual([
      'NO_REQUEST',
      'NO_REQUEST',
    ]);
    expect(await outcome(withdraw(ann, bob))).toBe('done');
    expect([await askersOf(bob), await askedBy(ann), await outcome(withdraw(ann, bob))]).toEqual([
      [],
      [],
      'NO_REQUEST',
    ]);
    expect(await social.notices.wait(ann.id, 1)).toEqual([CHANGED]);
    expect(await social.notices.wait(bob.id, 1)).toEqual([CHANGED]);
    expect(await outcome(answer(bob, ann, true))).toBe('NO_REQUEST');
    expect(await outcome(ask(ann, bob))).toBe('done');
  });

  it('become a friendship when the recipient sends one too', async () => {
    await ask(ann, bob);
    expect(await ask(bob, ann)).toEqual({ success: true, friends: true });
    expect([await friendsOf(ann), await askersOf(bob), await askersOf(ann)]).toEqual([[bob.id], [], []]);
  });

  it('are limited by user', async () => {
    const calls = Array.from({ length: 25 }, () => outcome(ask(ann, ann)));
    expect((await Promise.all(calls)).filter((code) => code === 'RATE_LIMITED')).toHaveLength(5);
  });
});

describe('concurrency', () => {
  it('two presses send one request', async () => {
    const presses = await Promise.all(Array.from({ length: 8 }, () => outcome(ask(ann, bob))));
    expect(presses.sort()).toEqual([...Array(7).fill('REQUEST_PENDING'), 'done']);
    expect(await askersOf(bob)).toEqual([ann.id]);
  });

  it('two presses accept once, and neither is an error', async () => {
    await ask(ann, bob);
    const presses = await Promise.all(Array.from({ length: 8 }, () => outcome(answer(bob, ann, true))));
    expect(new Set(presses)).toEqual(new Set(['done']));
    expect([await friendsOf(ann), await count('friendships'), await count('requests')]).toEqual([
      [bob.id],
      1,
      0,
    ]);
  });

  it('two users who send each other requests become friends', async () => {
    for (let n = 0; n < 6; n += 1) {
      const replies = await Promise.all([ask(ann, bob), ask(bob, ann)]);
      expect(replies.some(({ friends }) => friends)).toBe(true);
      expect([await friendsOf(ann), await count('friendships'), await count('requests')]).toEqual([
        [bob.id],
        1,
        0,
      ]);
      await remove(ann, bob);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['accepting', () => answer(bob, ann, true)],
    ['asking back', () => ask(bob, ann)],
    ['asking', () => ask(ann, bob)],
  ])('a block wins over %s in either order', async (name, act) => {
    for (let n = 0; n < 8; n += 1) {
      await social.clear();
      if (name !== 'asking') await ask(ann, bob);
      const blocking = n % 2 === 0 ? () => block(bob, ann) : () => block(ann, bob);
      await Promise.all(n < 4 ? [outcome(act()), blocking()] : [blocking(), outcome(act())]);
      expect([await count('blocks'), await count('friendships'), await count('requests')]).toEqual([1, 0, 0]);
    }
  });

  it('a withdrawal and an acceptance leave no request, and a friendship only if it was accepted', async () => {
    for (let n = 0; n < 8; n += 1) {
      await social.clear();
      await ask(ann, bob);
      const acts = [() => answer(bob, ann, true), () => withdraw(ann, bob)];
      const order = n % 2 === 0 ? acts : acts.toReversed();
      const outcomes = await Promise.all(order.map((act) => outcome(act())));
      const accepted = outcomes[n % 2] === 'done';
      expect([await friendsOf(ann), await count('requests')]).toEqual([accepted ? [bob.id] : [], 0]);
    }
  });

  it('only one of two users takes the last free place', async () => {
    await fillFriends(bob, MAX_FRIENDS - 1);
    await ask(ann, bob);
    await ask(eve, bob);
    await Promise.all([outcome(answer(bob, ann, true)), outcome(answer(bob, eve, true))]);
    expect(await count('friendships')).toBeLessThanOrEqual(MAX_FRIENDS);
  });
});

function fillFriends(who: TestUser, size: number) {
  return social.context.friendships.insertMany(
    Array.from({ length: size }, (_, n) => {
      const other = idOf(1_000 + n);
      return { _id: `${who.id}:${other}`, users: [who.id, other], since: 1 };
    }),
  );
}

describe('limits', () => {
  it('a full list of friends accepts no more, and the request stays', async () => {
    await fillFriends(bob, MAX_FRIENDS);
    expect(await outcome(ask(bob, ann))).toBe('FRIENDS_FULL');
    await ask(ann, bob);
    expect(await outcome(answer(bob, ann, true))).toBe('FRIENDS_FULL');
    expect([await friendsOf(ann), await askersOf(bob)]).toEqual([[], [ann.id]]);
  });

  it('the error names the full list', async () => {
    await ask(ann, bob);
    await fillFriends(ann, MAX_FRIENDS);
    await expect(answer(bob, ann, true)).rejects.toMatchObject({
      code: 'FRIENDS_FULL',
      message: '对方的好友数量已达上限',
    });
  });

  it('a full list of requests and a block have the same reply, and earlier requests stay', async () => {
    await social.context.requests.insertMany(
      Array.from({ length: MAX_REQUESTS }, (_, n) => {
        const from = idOf(1_000 + n);
        return { _id: `${from}:${bob.id}`, from, to: bob.id, at: 1 };
      }),
    );
    await block(bob, eve);
    const refusals = await Promise.allSettled([ask(ann, bob), ask(eve, bob)]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ reason: { status: 400, ...errorBody('NOT_ACCEPTING') } });
    }
    expect(await count('requests')).toBe(MAX_REQUESTS);
    await ask(bob, ann);
    expect(await ask(ann, bob)).toMatchObject({ friends: true });
  });
});

describe('the list of friends', () => {
  it("is empty for a new user, and contains only the user's own friends", async () => {
    await social.befriend(ann, bob);
    expect([await friendsOf(ann), await friendsOf(bob), await friendsOf(eve)]).toEqual([
      [bob.id],
      [ann.id],
      [],
    ]);
  });

  it('sorts unread and online friends first, then by name', async () => {
    const others = await Promise.all([4, 5, 6, 7].map((n) => social.user(n)));
    for (const other of others) {
      await ask(ann, other);
      await answer(other, ann, true);
    }
    const [four, five, six, seven] = others as [TestUser, TestUser, TestUser, TestUser];
    await six.api.heartbeat({ body: { currentPath: '/play/room/A-1' } });
    await seven.api.sendMessage({ body: { toId: ann.id, content: '在吗' } });
    const list = await ann.api.listFriends();
    expect(
      list.map(({ _id, isOnline, currentRoom, unreadCount }) => [_id, isOnline, currentRoom, unreadCount]),
    ).toEqual([
      [seven.id, false, null, 1],
      [six.id, true, 'A-1', 0],
      [four.id, false, null, 0],
      [five.id, false, null, 0],
    ]);
    expect(list[0]).toMatchObject({ username: 'player_7', nickname: '棋手7', avatar: 'tiger.png' });
  });

  it('has names for more friends than auth returns per request', async () => {
    await fillFriends(ann, 150);
    await Promise.all(Array.from({ length: 150 }, (_, n) => social.user(1_000 + n)));
    expect(await friendsOf(ann)).toHaveLength(150);
  });
});

describe('removal', () => {
  it('removes a friend on both sides, once', async () => {
    await social.befriend(ann, bob);
    expect([await outcome(remove(eve, bob)), await outcome(remove(ann, eve))]).toEqual([
      'NOT_FRIENDS',
      'NOT_FRIENDS',
    ]);
    const presses = await Promise.all([outcome(remove(ann, bob)), outcome(remove(ann, bob))]);
    expect(presses.sort()).toEqual(['NOT_FRIENDS', 'done']);
    expect([await friendsOf(ann), await friendsOf(bob)]).toEqual([[], []]);
    expect(await social.notices.wait(bob.id, 1)).toEqual([CHANGED]);
  });

  it('a block ends friendship and requests, and lasts until it is removed', async () => {
    await social.befriend(ann, bob);
    expect(await outcome(block(ann, ann))).toBe('NOT_YOURSELF');
    expect(await outcome(ann.api.blockUser({ body: { userId: idOf(99) } }))).toBe('USER_NOT_FOUND');
    await Promise.all([block(ann, bob), block(ann, bob)]);
    expect([await blockedBy(ann), await blockedBy(bob), await friendsOf(bob)]).toEqual([[bob.id], [], []]);
    expect([await outcome(ask(bob, ann)), await outcome(ask(ann, bob))]).toEqual([
      'NOT_ACCEPTING',
      'YOU_BLOCKED',
    ]);
    expect(await count('requests')).toBe(0);
    // A user cannot remove another user's block.
    await unblock(bob, ann);
    expect(await blockedBy(ann)).toEqual([bob.id]);
    await Promise.all([unblock(ann, bob), unblock(ann, bob)]);
    expect([await blockedBy(ann), await friendsOf(ann)]).toEqual([[], []]);
    expect(await outcome(ask(bob, ann))).toBe('done');
  });

  it('lists blocked users, latest first', async () => {
    await block(ann, bob);
    social.clock.now += 1;
    await block(ann, eve);
    expect(await ann.api.listBlocked()).toEqual([
      { _id: eve.id, nickname: '棋手3', avatar: 'tiger.png' },
      { _id: bob.id, nickname: '棋手2', avatar: 'tiger.png' },
    ]);
  });

  it('does not notify the blocked user', async () => {
    await block(ann, bob);
    await social.notices.wait(ann.id, 1);
    expect(social.notices.of(bob.id)).toEqual([]);
    await ask(eve, ann);
    await social.notices.forget();
    await block(ann, eve);
    expect(await social.notices.wait(eve.id, 1)).toEqual([CHANGED]);
  });
});

it('does not ask a bot', async () => {
  const known = social.profiles.users.get(bob.id)!;
  social.profiles.users.set(bob.id, { ...known, isBot: true });
  expect(await outcome(ask(ann, bob))).toBe('NOT_ACCEPTING');
  social.profiles.users.set(bob.id, known);
});

describe('a guest', () => {
  it('neither requests friendship nor is requested', async () => {
    const guest = social.asGuest(bob.id);
    expect(await outcome(guest.requestFriend({ body: { toUserId: ann.id } }))).toBe('GUEST_NOT_ALLOWED');
    const known = social.profiles.users.get(bob.id)!;
    social.profiles.users.set(bob.id, { ...known, isGuest: true });
    expect(await outcome(ask(ann, bob))).toBe('USER_IS_GUEST');
    const body = { fromId: ann.id, toId: bob.id, content: '你好' };
    await expect(social.internal.call(ROUTES.deliverMessage, { body })).rejects.toMatchObject({
      code: 'USER_IS_GUEST',
    });
    social.profiles.users.set(bob.id, known);
    expect(await guest.listFriends()).toEqual([]);
  });
});
