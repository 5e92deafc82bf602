import type { RouteDef, RouteName } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, SERVICE_TOKEN } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();

const ID = idOf(7);
const TO_ID = [{}, { toId: 'me' }, { toId: { $ne: null }, content: '你好' }, { toId: ID, content: ' ' }];
const LONG = '长'.repeat(501);

const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/x',
  keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
  kinds: { turn: true, invitation: true, challenge: true, friendRequest: true, message: true },
};
const SUBSCRIPTIONS = [
  { ...SUBSCRIPTION, endpoint: 'x' },
  { ...SUBSCRIPTION, endpoint: `https://fcm.googleapis.com/${'x'.repeat(1_024)}` },
  { ...SUBSCRIPTION, keys: { ...SUBSCRIPTION.keys, auth: 'x' } },
  { ...SUBSCRIPTION, keys: { ...SUBSCRIPTION.keys, p256dh: 'x'.repeat(87) } },
  { ...SUBSCRIPTION, kinds: { turn: true } },
  { ...SUBSCRIPTION, kinds: { ...SUBSCRIPTION.kinds, turn: 1 } },
];

/** Paths and bodies that are refused as input. e2e/test/authorization.integration.test.ts has the callers. */
const BAD: [RouteName, ...(string | object)[]][] = [
  ['heartbeat', {}, { currentPath: 1 }, { currentPath: '/'.repeat(201) }, { currentPath: '/', visible: 1 }],
  ['setPush', {}, ...SUBSCRIPTIONS],
  ['updateRoom', {}, { roomId: 1 }, { roomId: 'a b' }, { roomId: 'a'.repeat(21) }],
  ['withdrawRequest', '/users/friend/request/x', `/users/friend/request/${ID}0`],
  ['requestFriend', {}, { toUserId: 'x' }, { toUserId: { $gt: '' } }],
  ['handleRequest', {}, { fromUserId: ID }, { fromUserId: ID, accept: 1 }, { accept: true }],
  ['removeFriend', {}, { friendId: [ID] }],
  ['inviteFriend', {}, { friendId: ID }, { friendId: ID, roomId: '' }, { friendId: 'x', roomId: 'A' }],
  ['handleInvite', {}, { accept: 'yes' }, { accept: true, fromId: 'x' }],
  ['blockUser', {}, { userId: { $ne: null } }],
  ['unblockUser', {}, { userId: 'x' }],
  ['sendMessage', ...TO_ID, { toId: ID, content: LONG }, { toId: ID, content: 'a\u202eb' }],
  ['listMessages', '/messages/x', `/messages/${ID}?before=x`, `/messages/${ID}?limit=51`],
  ['readMessages', '/messages/x/read'],
  ['countUnread', '/messages/unread/x'],
  ['listFriendIds', '/internal/friends/x'],
  ['deliverMessage', ...TO_ID, { fromId: ID, toId: ID, content: LONG }, { toId: ID, content: '你好' }],
];

async function send(
  { method, path, auth }: RouteDef,
  caller: Parameters<typeof social.call>[2],
  bad: string | object = {},
) {
  const [own, body] = typeof bad === 'string' ? [bad] : [path.replace(/:\w+/, ID), bad];
  const reply = await social.call(method, `${auth === 'service' ? '' : '/api'}${own}`, {
    ...caller,
    ...(method === 'POST' && body && { body }),
  });
  return [reply.status, reply.body] as const;
}

describe.each(BAD)('%s', (name, ...bad) => {
  const route: RouteDef = ROUTES[name];
  const internal = route.auth === 'service';

  it.each(bad.map((input) => [JSON.stringify(input).slice(0, 60), input] as const))(
    '400 for %s',
    async (_, input) => {
      const caller = internal ? { serviceToken: SERVICE_TOKEN } : { userId: ID };
      const [status, body] = await send(route, caller, input);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    },
  );
});
