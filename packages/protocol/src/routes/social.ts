import { z } from 'zod';
import {
  friend,
  friendRequest,
  gameInvite,
  privateMessage,
  publicUser,
  roomId,
  userId,
  writtenText,
} from '../entities.ts';
import { defineRoute, done } from '../http.ts';
import { MESSAGE_LENGTH } from '../limits.ts';

/**
 * Sent every 5 s by every window (spec §7). `currentPath` tells where the user is; `redirect` is a path to go to,
 * because a friend accepted an invitation: told until the user is there, or a minute has passed.
 */
export const heartbeat = defineRoute({
  method: 'POST',
  path: '/users/heartbeat',
  auth: 'user',
  body: z.object({ currentPath: z.string().max(200) }),
  reply: z.object({ gameInvite: gameInvite.nullable(), redirect: z.string().nullable() }),
});

/** The room that the user entered, or null for none: what friends see. */
export const updateRoom = defineRoute({
  method: 'POST',
  path: '/users/room/update',
  auth: 'user',
  body: z.object({ roomId: roomId.nullable() }),
  reply: done,
});

/** All friends: the unread and the online ones first, then by nickname. */
export const listFriends = defineRoute({
  method: 'GET',
  path: '/users/friend/list',
  auth: 'user',
  reply: z.array(friend),
});

/** Requests that wait for the caller's answer, newest first. */
export const listRequests = defineRoute({
  method: 'GET',
  path: '/users/friend/requests',
  auth: 'user',
  reply: z.array(friendRequest),
});

/** Asking somebody who has asked already is accepting: `friends` tells. */
export const requestFriend = defineRoute({
  method: 'POST',
  path: '/users/friend/request',
  auth: 'user',
  body: z.object({ toUserId: userId }),
  reply: done.extend({ friends: z.boolean() }),
});

export const handleRequest = defineRoute({
  method: 'POST',
  path: '/users/friend/handle-request',
  auth: 'user',
  body: z.object({ fromUserId: userId, accept: z.boolean() }),
  reply: done,
});

export const removeFriend = defineRoute({
  method: 'POST',
  path: '/users/friend/remove',
  auth: 'user',
  body: z.object({ friendId: userId }),
  reply: done,
});

/** Invites an online friend to a room, which need not exist yet. */
export const inviteFriend = defineRoute({
  method: 'POST',
  path: '/users/friend/invite',
  auth: 'user',
  body: z.object({ friendId: userId, roomId }),
  reply: done,
});

/** Answers the invitation that waits; `fromId`: only if it is still that friend's. */
export const handleInvite = defineRoute({
  method: 'POST',
  path: '/users/friend/invite/handle',
  auth: 'user',
  body: z.object({ accept: z.boolean(), fromId: userId.optional() }),
  reply: z.object({ accept: z.boolean(), roomId: z.string() }),
});

/** No requests, messages or invitations from this user any more; a friendship ends. */
export const blockUser = defineRoute({
  method: 'POST',
  path: '/users/friend/block',
  auth: 'user',
  body: z.object({ userId }),
  reply: done,
});

export const unblockUser = defineRoute({
  method: 'POST',
  path: '/users/friend/unblock',
  auth: 'user',
  body: z.object({ userId }),
  reply: done,
});

/** Whom the caller blocked, last first. */
export const listBlocked = defineRoute({
  method: 'GET',
  path: '/users/friend/blocked',
  auth: 'user',
  reply: z.array(publicUser),
});

/** A private message to a friend. To the opponent in a room: `POST /games/rooms/{roomId}/chat` with `toId`. */
export const sendMessage = defineRoute({
  method: 'POST',
  path: '/messages',
  auth: 'user',
  body: z.object({ toId: userId, content: writtenText(MESSAGE_LENGTH) }),
  reply: privateMessage,
  status: 201,
});

const withUser = z.object({ userId });

/** The caller's conversation with a user: the last `limit` messages before message `before`, newest last. */
export const listMessages = defineRoute({
  method: 'GET',
  path: '/messages/:userId',
  auth: 'user',
  params: withUser,
  query: z.object({
    before: z
      .string()
      .regex(/^[0-9a-f]{24}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  reply: z.array(privateMessage),
});

/** Everything that this user wrote so far has been read. */
export const readMessages = defineRoute({
  method: 'POST',
  path: '/messages/:userId/read',
  auth: 'user',
  params: withUser,
  reply: done,
});

const count = z.object({ count: z.int() });

export const countUnread = defineRoute({
  method: 'GET',
  path: '/messages/unread/:friendId',
  auth: 'user',
  params: z.object({ friendId: userId }),
  reply: count,
});

export const countUnreadTotal = defineRoute({
  method: 'GET',
  path: '/messages/unread-total',
  auth: 'user',
  reply: count,
});

/** Ids of a user's friends, for other services. */
export const listFriendIds = defineRoute({
  method: 'GET',
  path: '/internal/friends/:userId',
  auth: 'service',
  params: withUser,
  reply: z.object({ friends: z.array(userId) }),
});

/** A private message between two players of one room: the room service answers for that. */
export const deliverMessage = defineRoute({
  method: 'POST',
  path: '/internal/messages',
  auth: 'service',
  body: z.object({ fromId: userId, toId: userId, content: writtenText(MESSAGE_LENGTH) }),
  reply: privateMessage,
});
