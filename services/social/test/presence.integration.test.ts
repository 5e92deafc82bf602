import { INVITE_LIFE } from '@doushouqi/protocol';
import { idOf, outcome, type TestUser, UNREACHABLE_SERVICE } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const [ann, bob, eve] = [await social.user(1), await social.user(2), await social.user(3)];
beforeEach(async () => {
  await social.clear();
  await social.befriend(ann, bob);
});

function beat(who: TestUser, currentPath = '/') {
  return who.api.heartbeat({ body: { currentPath } });
}
function enter(who: TestUser, roomId: string | null) {
  return who.api.updateRoom({ body: { roomId } });
}
function invite(from: TestUser, to: TestUser, roomId = 'abcdef') {
  return from.api.inviteFriend({ body: { friendId: to.id, roomId } });
}
function answer(who: TestUser, accept: boolean, fromId?: string) {
  return who.api.handleInvite({ body: fromId === undefined ? { accept } : { accept, fromId } });
}
async function seenBy(who: TestUser) {
  return (await who.api.listFriends()).map(({ isOnline, currentRoom }) => [isOnline, currentRoom]);
}
const NOTHING = { gameInvite: null, redirect: null };
const CHANGED = { event: 'friendsChanged', payload: {} };

describe('presence', () => {
  it('a heartbeat shows friends that the user is online, and in which room', async () => {
    expect(await seenBy(ann)).toEqual([[false, null]]);
    expect(await beat(bob)).toEqual(NOTHING);
    expect(await seenBy(ann)).toEqual([[true, null]]);
    await beat(bob, '/play/room/A-1');
    // A second window on another page keeps the user in the room.
    await beat(bob, '/themes');
    expect(await seenBy(ann)).toEqual([[true, 'A-1']]);
    expect(await seenBy(bob)).toEqual([[false, null]]);
  });

  it('the number of users online is public, and cached for some seconds', async () => {
    const count = async () => (await (await fetch(`${social.url}/api/users/online`)).json()) as unknown;
    social.clock.now += 5_000;
    expect(await count()).toEqual({ count: 0 });
    await Promise.all([beat(ann), beat(bob), beat(bob, '/themes')]);
    expect(await count()).toEqual({ count: 0 });
    social.clock.now += 5_000;
    expect(await count()).toEqual({ count: 2 });
  });

  it('entering and leaving a room are shown at once', async () => {
    await beat(bob);
    await enter(bob, 'B-2');
    expect(await seenBy(ann)).toEqual([[true, 'B-2']]);
    await enter(bob, null);
    expect(await seenBy(ann)).toEqual([[true, null]]);
  });

  it('notifies friends of changes only, and other users never', async () => {
    await beat(bob);
    await social.notices.wait(ann.id, 1);
    for (let n = 0; n < 5; n += 1) await beat(bob);
    await beat(bob, '/play/room/A-1');
    await social.notices.wait(ann.id, 2);
    for (let n = 0; n < 5; n += 1) await beat(bob, '/play/room/A-1');
    await enter(bob, 'A-1');
    await enter(bob, null);
    expect(await social.notices.wait(ann.id, 3)).toEqual([CHANGED, CHANGED, CHANGED]);
    expect([social.notices.of(bob.id), social.notices.of(eve.id)]).toEqual([[], []]);
  });

  it('a heartbeat uses Redis only: it works while the store and auth are unavailable', async () => {
    const lonely = await social.another({ peers: { auth: UNREACHABLE_SERVICE } });
    const who = { id: idOf(4), api: lonely.as(idOf(4)) };
    await lonely.context.connection.close();
    expect([await beat(who), await beat(who, '/play/room/A-1')]).toEqual([NOTHING, NOTHING]);
    expect(await outcome(enter(who, 'A-1'))).toBe('done');
    expect(await outcome(who.api.listFriends())).toBe('UNAVAILABLE');
    await lonely.stop();
  });

  it('notifies friends when a user stops sending heartbeats', async () => {
    await beat(bob);
    await social.notices.wait(ann.id, 1);
    // As if the last heartbeat had been a lease ago.
    await social.context.redis.del(`{user:${bob.id}}:alive`);
    await social.context.redis.zadd('{online}:watched', 0, bob.id);
    expect(await social.notices.wait(ann.id, 2)).toEqual([CHANGED, CHANGED]);
    expect(await seenBy(ann)).toEqual([[false, null]]);
    await beat(bob);
    await social.notices.wait(ann.id, 3);
  });

  it('503 while Redis is unavailable, and recovers by itself', async () => {
    await social.server.kill();
    expect(await outcome(beat(bob))).toBe('UNAVAILABLE');
    expect(await outcome(ann.api.listFriends())).toBe('UNAVAILABLE');
    const ready = await fetch(`${social.url}/readyz`);
    expect([ready.status, (await ready.json()).checks.store]).toEqual([503, 'ok']);
    await social.server.restart();
    await expect.poll(() => outcome(beat(bob))).toBe('done');
  });
});

describe('invitations', () => {
  const waiting = async (who: TestUser) => (await beat(who)).gameInvite;

  it('are delivered at once, and with every heartbeat until they are answered', async () => {
    await beat(bob);
    await invite(ann, bob);
    const expected = {
      from: ann.id,
      nickname: '棋手1',
      avatar: 'tiger.png',
      roomId: 'abcdef',
      expiresAt: social.clock.now + INVITE_LIFE,
    };
    expect(await social.notices.wait(bob.id, 1)).toEqual([{ event: 'gameInvite', payload: expected }]);
    expect([await waiting(bob), await waiting(bob), await waiting(ann)]).toEqual([expected, expected, null]);
    const rest = await social.context.redis.pttl(`{user:${bob.id}}:invite`);
    expect([rest > 0, rest <= INVITE_LIFE]).toEqual([true, true]);
    expect(await answer(bob, false)).toEqual({ accept: false, roomId: 'abcdef' });
    expect(await waiting(bob)).toBeNull();
    // Ann received Bob's arrival and his answer.
    expect((await social.notices.wait(ann.id, 2))[1]).toEqual({
      event: 'inviteAnswered',
      payload: { by: bob.id, nickname: '棋手2', accept: false, roomId: 'abcdef' },
    });
    expect((await beat(ann)).redirect).toBeNull();
  });

  it('tell their sender if the friend has as many correspondence games as allowed', async () => {
    await beat(bob);
    await invite(ann, bob);
    await bob.api.handleInvite({ body: { accept: false, isFull: true } });
    expect((await social.notices.wait(ann.id, 2))[1]).toMatchObject({
      event: 'inviteAnswered',
      payload: { by: bob.id, accept: false, isFull: true },
    });
  });

  it('are for friends who are online', async () => {
    expect(await outcome(invite(ann, bob))).toBe('FRIEND_OFFLINE');
    await beat(bob);
    await beat(eve);
    expect(await outcome(invite(ann, ann))).toBe('NOT_YOURSELF');
    expect([await outcome(invite(ann, eve)), await outcome(invite(eve, bob))]).toEqual([
      'NOT_FRIENDS',
      'NOT_FRIENDS',
    ]);
    await bob.api.blockUser({ body: { userId: ann.id } });
    expect([await outcome(invite(ann, bob)), await outcome(invite(bob, ann))]).toEqual([
      'NOT_FRIENDS',
      'YOU_BLOCKED',
    ]);
    expect([await waiting(bob), await waiting(eve)]).toEqual([null, null]);
  });

  it('one invitation waits at a time; only its sender may renew or replace it', async () => {
    await social.befriend(eve, bob);
    await beat(bob);
    await invite(ann, bob, 'first');
    expect(await outcome(invite(eve, bob, 'other'))).toBe('INVITE_PENDING');
    await invite(ann, bob, 'second');
    expect(await waiting(bob)).toMatchObject({ from: ann.id, roomId: 'second' });
    await answer(bob, false);
    const race = await Promise.all([outcome(invite(ann, bob)), outcome(invite(eve, bob))]);
    expect(race.sort()).toEqual(['INVITE_PENDING', 'done']);
  });

  it('the acceptance redirects the sender to the room until the sender is there', async () => {
    await beat(bob);
    await invite(ann, bob);
    expect(await outcome(answer(eve, true, ann.id))).toBe('NO_INVITE');
    expect(await outcome(answer(bob, true, eve.id))).toBe('NO_INVITE');
    expect(await answer(bob, true, ann.id)).toEqual({ accept: true, roomId: 'abcdef' });
    const redirect = '/play/room/abcdef';
    expect([await beat(ann), await beat(ann, '/play/room/other'), await beat(bob)]).toEqual([
      { gameInvite: null, redirect },
      { gameInvite: null, redirect },
      NOTHING,
    ]);
    const rest = await social.context.redis.pttl(`{user:${ann.id}}:redirect`);
    expect([rest > 0, rest <= INVITE_LIFE]).toEqual([true, true]);
    expect([await beat(ann, `${redirect}?from=invite`), await beat(ann)]).toEqual([NOTHING, NOTHING]);
  });

  it('entering that room ends the redirect, entering another one does not', async () => {
    await beat(bob);
    await invite(ann, bob);
    await answer(bob, true);
    await enter(ann, 'other');
    await enter(ann, null);
    expect((await beat(ann)).redirect).toBe('/play/room/abcdef');
    await enter(ann, 'abcdef');
    expect((await beat(ann)).redirect).toBeNull();
  });

  it('are answered once, by the first window', async () => {
    await beat(bob);
    await invite(ann, bob);
    const answers = await Promise.all([true, false, true].map((accept) => outcome(answer(bob, accept))));
    expect(answers.sort()).toEqual(['NO_INVITE', 'NO_INVITE', 'done']);
  });

  it('stay while auth is unavailable', async () => {
    await beat(bob);
    await invite(ann, bob);
    await social.profiles.stop();
    expect(await outcome(answer(bob, true))).toBe('UNAVAILABLE');
    await social.profiles.start();
    expect(await outcome(answer(bob, true))).toBe('done');
  });

  it.each<[string, (who: TestUser, other: TestUser) => Promise<unknown>]>([
    ['a block', (who, other) => who.api.blockUser({ body: { userId: other.id } })],
    ['removing a friend', (who, other) => who.api.removeFriend({ body: { friendId: other.id } })],
  ])('%s withdraws them, also one that was just sent', async (_case, part) => {
    await beat(bob);
    await invite(ann, bob);
    await part(ann, bob);
    expect(await waiting(bob)).toBeNull();
    for (let n = 0; n < 6; n += 1) {
      await social.clear();
      await social.befriend(ann, bob);
      await beat(bob);
      await Promise.all([outcome(invite(ann, bob)), n % 2 === 0 ? part(bob, ann) : part(ann, bob)]);
      expect(await waiting(bob)).toBeNull();
    }
  });
});

it('is ready when both stores answer', async () => {
  const ready = await fetch(`${social.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', checks: { store: 'ok', redis: 'ok' } },
  ]);
});
