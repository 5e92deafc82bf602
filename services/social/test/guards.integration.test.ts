import { errorBody, type RouteDef, type RouteName } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, SERVICE_TOKEN } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Social, startSocial } from './harness.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const ID = idOf(7);
const TO_ID = [{}, { toId: 'me' }, { toId: { $ne: null }, content: '你好' }, { toId: ID, content: ' ' }];
const LONG = '长'.repeat(501);

/** Every route of this service, with paths and bodies that are refused as input. */
const BAD: [RouteName, ...(string | object)[]][] = [
  ['heartbeat', {}, { currentPath: 1 }, { currentPath: '/'.repeat(201) }],
  ['updateRoom', {}, { roomId: 1 }, { roomId: 'a b' }, { roomId: 'a'.repeat(21) }],
  ['listFriends'],
  ['listRequests'],
  ['listSentRequests'],
  ['withdrawRequest', '/users/friend/request/x', `/users/friend/request/${ID}0`],
  ['requestFriend', {}, { toUserId: 'x' }, { toUserId: { $gt: '' } }],
  ['handleRequest', {}, { fromUserId: ID }, { fromUserId: ID, accept: 1 }, { accept: true }],
  ['removeFriend', {}, { friendId: [ID] }],
  ['inviteFriend', {}, { friendId: ID }, { friendId: ID, roomId: '' }, { friendId: 'x', roomId: 'A' }],
  ['handleInvite', {}, { accept: 'yes' }, { accept: true, fromId: 'x' }],
  ['blockUser', {}, { userId: { $ne: null } }],
  ['unblockUser', {}, { userId: 'x' }],
  ['listBlocked'],
  ['sendMessage', ...TO_ID, { toId: ID, content: LONG }, { toId: ID, content: 'a\u202eb' }],
  ['listMessages', '/messages/x', `/messages/${ID}?before=x`, `/messages/${ID}?limit=51`],
  ['readMessages', '/messages/x/read'],
  ['countUnread', '/messages/unread/x'],
  ['countUnreadTotal'],
  ['listFriendIds', '/internal/friends/x'],
  ['deliverMessage', ...TO_ID, { fromId: ID, toId: ID, content: LONG }, { toId: ID, content: '你好' }],
];

async function send(route: RouteDef, headers: Record<string, string>, bad: string | object = {}) {
  const path = typeof bad === 'string' ? bad : route.path.replace(/:\w+/, ID);
  const { method } = route;
  const response = await fetch(`${social.url}${route.auth === 'service' ? '' : '/api'}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && typeof bad !== 'string' ? { body: JSON.stringify(bad) } : {}),
  });
  return [response.status, await response.json()];
}

describe.each(BAD)('%s', (name, ...bad) => {
  const route: RouteDef = ROUTES[name];
  const internal = route.auth === 'service';
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('401 without a token, with a wrong one, and with one of the other kind', async () => {
    const wrong = internal
      ? [{}, { 'x-service-token': 'wrong' }, bearer(social.token(ID))]
      : [{}, bearer('x.y.z'), { 'x-service-token': SERVICE_TOKEN }];
    for (const headers of wrong) {
      expect(await send(route, headers)).toEqual([401, errorBody('UNAUTHORIZED')]);
    }
  });

  if (!internal)
    it('TOKEN_EXPIRED with an old token', async () => {
      const old = bearer(social.token(ID, Date.now() - 8 * 86_400_000));
      expect(await send(route, old)).toEqual([401, errorBody('TOKEN_EXPIRED')]);
    });

  it.each(bad.map((input) => [JSON.stringify(input).slice(0, 60), input] as const))(
    '400 for %s',
    async (_, input) => {
      const headers = internal ? { 'x-service-token': SERVICE_TOKEN } : bearer(social.token(ID));
      const [status, body] = await send(route, headers, input);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    },
  );
});
