import { z } from 'zod';
import {
  friend,
  friendRequest,
  gameInvite,
  privateMessage,
  publicUser,
  sentRequest,
  userId,
  writtenText,
} from '../entities.ts';
import { roomId } from '../forms.ts';
import { routesOf } from '../http.ts';
import { MESSAGE_LENGTH } from '../limits.ts';
import { done } from './done.ts';

const withUser = z.object({ userId });
const count = z.object({ count: z.int() });

/** A user's presence, and the room he is in. */
const presence = {
  heartbeat: {
    method: 'POST',
    path: '/users/heartbeat',
    auth: 'user',
    meaning:
      'Every 5 s from every window: where the user is. Answers `{ gameInvite, redirect }`, either may be null; `redirect` is told until the user is there, or a minute has passed.',
    body: z.object({ currentPath: z.string().max(200) }),
    reply: z.object({ gameInvite: gameInvite.nullable(), redirect: z.string().nullable() }),
  },
  updateRoom: {
    method: 'POST',
    path: '/users/room/update',
    auth: 'user',
    meaning: 'The room that the user entered, which friends see; null for none.',
    body: z.object({ roomId: roomId.nullable() }),
    reply: done,
  },
  countOnline: {
    method: 'GET',
    path: '/users/online',
    auth: 'public',
    meaning: 'How many users are online; some seconds old.',
    reply: count,
  },
} as const;

const friends = {
  listFriends: {
    method: 'GET',
    path: '/users/friend/list',
    auth: 'user',
    meaning: 'All friends: the unread and the online ones first, then by nickname.',
    reply: z.array(friend),
  },
  listRequests: {
    method: 'GET',
    path: '/users/friend/requests',
    auth: 'user',
    meaning: 'Requests that wait for the caller’s answer, newest first.',
    reply: z.array(friendRequest),
  },
  listSentRequests: {
    method: 'GET',
    path: '/users/friend/sent',
    auth: 'user',
    meaning: 'Requests of the caller that wait for an answer, newest first.',
    reply: z.array(sentRequest),
  },
  requestFriend: {
    method: 'POST',
    path: '/users/friend/request',
    auth: 'user',
    meaning: 'Asking somebody who has asked already is accepting: `friends` tells.',
    body: z.object({ toUserId: userId }),
    reply: done.extend({ friends: z.boolean() }),
  },
  withdrawRequest: {
    method: 'DELETE',
    path: '/users/friend/request/:userId',
    auth: 'user',
    othersGet: 'NO_REQUEST',
    meaning: 'Takes back the request to this user.',
    params: withUser,
    reply: done,
  },
  handleRequest: {
    method: 'POST',
    path: '/users/friend/handle-request',
    auth: 'user',
    othersGet: 'NO_REQUEST',
    meaning: 'Answers a request.',
    body: z.object({ fromUserId: userId, accept: z.boolean() }),
    reply: done,
  },
  removeFriend: {
    method: 'POST',
    path: '/users/friend/remove',
    auth: 'user',
    othersGet: 'NOT_FRIENDS',
    meaning: 'Ends a friendship.',
    body: z.object({ friendId: userId }),
    reply: done,
  },
  inviteFriend: {
    method: 'POST',
    path: '/users/friend/invite',
    auth: 'user',
    othersGet: 'NOT_FRIENDS',
    meaning: 'Invites an online friend to a room, which need not exist yet.',
    body: z.object({ friendId: userId, roomId }),
    reply: done,
  },
  handleInvite: {
    method: 'POST',
    path: '/users/friend/invite/handle',
    auth: 'user',
    othersGet: 'NO_INVITE',
    meaning: 'Answers the invitation that waits; `fromId`: only if it is still that friend’s.',
    body: z.object({ accept: z.boolean(), fromId: userId.optional() }),
    reply: z.object({ accept: z.boolean(), roomId: z.string() }),
  },
  blockUser: {
    method: 'POST',
    path: '/users/friend/block',
    auth: 'user',
    meaning: 'No requests, messages or invitations from this user any more; a friendship ends.',
    body: z.object({ userId }),
    reply: done,
  },
  unblockUser: {
    method: 'POST',
    path: '/users/friend/unblock',
    auth: 'user',
    meaning: 'Takes a block back.',
    body: z.object({ userId }),
    reply: done,
  },
  listBlocked: {
    method: 'GET',
    path: '/users/friend/blocked',
    auth: 'user',
    meaning: 'Whom the caller blocked, last first.',
    reply: z.array(publicUser),
  },
  listFriendIds: {
    method: 'GET',
    path: '/internal/friends/:userId',
    auth: 'service',
    meaning: 'Ids of a user’s friends.',
    params: withUser,
    reply: z.object({ friends: z.array(userId) }),
  },
} as const;

const messages = {
  sendMessage: {
    method: 'POST',
    path: '/messages',
    auth: 'user',
    othersGet: 'NOT_FRIENDS',
    meaning: 'A private message to a friend. To the opponent in a room: `sayInRoom` with `toId`.',
    body: z.object({ toId: userId, content: writtenText(MESSAGE_LENGTH) }),
    reply: privateMessage,
    status: 201,
  },
  countUnread: {
    method: 'GET',
    path: '/messages/unread/:friendId',
    auth: 'user',
    meaning: '`{ count }` of this friend’s messages.',
    params: z.object({ friendId: userId }),
    reply: count,
  },
  countUnreadTotal: {
    method: 'GET',
    path: '/messages/unread-total',
    auth: 'user',
    meaning: '`{ count }` of all friends’ messages.',
    reply: count,
  },
  listMessages: {
    method: 'GET',
    path: '/messages/:userId',
    auth: 'user',
    meaning:
      'The own conversation with a user: the last `limit` messages before message `before`, newest last.',
    params: withUser,
    query: z.object({
      before: z
        .string()
        .regex(/^[0-9a-f]{24}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.array(privateMessage),
  },
  readMessages: {
    method: 'POST',
    path: '/messages/:userId/read',
    auth: 'user',
    meaning: 'Everything that this user wrote so far has been read.',
    params: withUser,
    reply: done,
  },
  deliverMessage: {
    method: 'POST',
    path: '/internal/messages',
    auth: 'service',
    meaning: 'A private message between two players of one room: the room service answers for that.',
    body: z.object({ fromId: userId, toId: userId, content: writtenText(MESSAGE_LENGTH) }),
    reply: privateMessage,
  },
} as const;

export const socialRoutes = routesOf('social', { ...presence, ...friends, ...messages });
