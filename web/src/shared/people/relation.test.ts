import type { Friend, FriendRequest, SentRequest } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { relationOf } from './relation.ts';

function person(_id: string) {
  return { _id, username: _id, nickname: _id, avatar: 'default.png' };
}
function friend(id: string): Friend {
  return {
    ...person(id),
    isOnline: true,
    currentRoom: null,
    unreadCount: 0,
  };
}
function request(id: string): FriendRequest {
  return { from: person(id), at: 0 };
}

function sentTo(id: string): SentRequest {
  return { to: person(id), at: 0 };
}

it.each([
  ['oneself', { friends: [friend('x')], sent: [sentTo('x')] }, 'me', 'self'],
  ['a friend', { friends: [friend('y'), friend('x')] }, 'x', 'friend'],
  ['a friend whose request is still listed', { friends: [friend('x')], sent: [sentTo('x')] }, 'x', 'friend'],
  ['who asks', { requests: [request('x')] }, 'x', 'asking'],
  ['who asks and was asked', { requests: [request('x')], sent: [sentTo('x')] }, 'x', 'asking'],
  ['who was asked', { sent: [sentTo('y'), sentTo('x')] }, 'x', 'asked'],
  [
    'a user in no list',
    { friends: [friend('y')], requests: [request('z')], sent: [sentTo('w')] },
    'x',
    'stranger',
  ],
])('%s', (_, known, id, relation) => {
  expect(relationOf(id, { me: 'me', friends: [], requests: [], sent: [], ...known })).toBe(relation);
});
