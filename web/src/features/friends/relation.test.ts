import type { Friend, FriendRequest } from '@doushouqi/protocol';
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

it.each([
  ['oneself', { friends: [friend('x')], asked: true }, 'me', 'self'],
  ['a friend', { friends: [friend('y'), friend('x')] }, 'x', 'friend'],
  ['a friend of whom an old mark is left', { friends: [friend('x')], asked: true }, 'x', 'friend'],
  ['who asks', { requests: [request('x')] }, 'x', 'asking'],
  ['who asks and was asked', { requests: [request('x')], asked: true }, 'x', 'asking'],
  ['who was asked', { asked: true }, 'x', 'asked'],
  ['nobody', { friends: [friend('y')], requests: [request('z')] }, 'x', 'stranger'],
])('%s', (_, known, id, relation) => {
  expect(relationOf(id, { me: 'me', friends: [], requests: [], asked: false, ...known })).toBe(relation);
});
