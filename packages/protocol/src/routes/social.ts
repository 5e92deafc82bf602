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
import { storedId } from '../moderation.ts';
import { PUSH_KINDS, type PushKind } from '../push.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

/** The user declines for having as many correspondence games as allowed. */
const isFull = z.literal(true).optional();

const withUser = z.object({ userId });
const count = z.object({ count: z.int() });

/** A user's presence and current room. */
const presence = {
  heartbeat: {
    method: 'POST',
    path: '/users/heartbeat',
    auth: 'play',
    meaning:
      'Reports the path of a window, every 5 s. While one is `visible`, the user gets no push. `redirect` repeats until the user is there, for at most one minute.',
    body: z.object({ currentPath: z.string().max(200), visible: z.boolean().optional() }),
    reply: z.object({ gameInvite: gameInvite.nullable(), redirect: z.string().nullable() }),
  },
  updateRoom: {
    method: 'POST',
    path: '/users/room/update',
    auth: 'play',
    meaning: 'Sets the room that friends see; null for none.',
    body: z.object({ roomId: roomId.nullable() }),
    reply: done,
  },
  countOnline: {
    method: 'GET',
    path: '/users/online',
    auth: 'public',
    meaning: 'Counts online users; cached for 5 s.',
    reply: count,
  },
} as const;

const friends = {
  listFriends: {
    method: 'GET',
    path: '/users/friend/list',
    auth: 'self',
    meaning: 'Lists friends: unread messages first, then online, then by nickname.',
    reply: z.array(friend),
  },
  listRequests: {
    method: 'GET',
    path: '/users/friend/requests',
    auth: 'self',
    meaning: 'Lists received requests, newest first.',
    reply: z.array(friendRequest),
  },
  listSentRequests: {
    method: 'GET',
    path: '/users/friend/sent',
    auth: 'self',
    meaning: 'Lists sent requests, newest first.',
    reply: z.array(sentRequest),
  },
  requestFriend: {
    method: 'POST',
    path: '/users/friend/request',
    auth: 'social',
    meaning: 'Requests friendship, or accepts that user’s request: then `friends` is true.',
    body: z.object({ toUserId: userId }),
    reply: done.extend({ friends: z.boolean() }),
  },
  withdrawRequest: {
    method: 'DELETE',
    path: '/users/friend/request/:userId',
    auth: 'social',
    othersGet: 'NO_REQUEST',
    meaning: 'Withdraws a request.',
    params: withUser,
    reply: done,
  },
  handleRequest: {
    method: 'POST',
    path: '/users/friend/handle-request',
    auth: 'social',
    othersGet: 'NO_REQUEST',
    meaning: 'Accepts or declines a request.',
    body: z.object({ fromUserId: userId, accept: z.boolean() }),
    reply: done,
  },
  removeFriend: {
    method: 'POST',
    path: '/users/friend/remove',
    auth: 'social',
    othersGet: 'NOT_FRIENDS',
    meaning: 'Ends a friendship.',
    body: z.object({ friendId: userId }),
    reply: done,
  },
  inviteFriend: {
    method: 'POST',
    path: '/users/friend/invite',
    auth: 'social',
    othersGet: 'NOT_FRIENDS',
    meaning: 'Invites an online friend to a room, which may not exist yet.',
    body: z.object({ friendId: userId, roomId }),
    reply: done,
  },
  handleInvite: {
    method: 'POST',
    path: '/users/friend/invite/handle',
    auth: 'social',
    othersGet: 'NO_INVITE',
    meaning:
      'Accepts or declines the pending invitation, with `fromId` only that friend’s. `isFull` tells the sender why.',
    body: z.object({ accept: z.boolean(), fromId: userId.optional(), isFull }),
    reply: z.object({ accept: z.boolean(), roomId: z.string() }),
  },
  blockUser: {
    method: 'POST',
    path: '/users/friend/block',
    auth: 'social',
    meaning: 'Blocks requests, messages and invitations of a user and ends the friendship.',
    body: z.object({ userId }),
    reply: done,
  },
  unblockUser: {
    method: 'POST',
    path: '/users/friend/unblock',
    auth: 'self',
    meaning: 'Removes a block.',
    body: z.object({ userId }),
    reply: done,
  },
  listBlocked: {
    method: 'GET',
    path: '/users/friend/blocked',
    auth: 'self',
    meaning: 'Lists blocked users, last first.',
    reply: z.array(publicUser),
  },
  forgetPerson: {
    method: 'POST',
    path: '/internal/people/forget',
    auth: 'service',
    meaning: 'Deletes friendships, requests, blocks and sent messages of a user. Idempotent.',
    body: withUser,
    reply: done,
  },
  listFriendIds: {
    method: 'GET',
    path: '/internal/friends/:userId',
    auth: 'service',
    meaning: 'Lists the ids of a user’s friends.',
    params: withUser,
    reply: z.object({ friends: z.array(userId) }),
  },
  countBlockers: {
    method: 'GET',
    path: '/internal/blockers/:userId',
    auth: 'service',
    meaning: 'Counts the users who have blocked a user since `since` (epoch ms).',
    params: withUser,
    query: z.object({ since: z.coerce.number() }),
    reply: count,
  },
} as const;

const messages = {
  sendMessage: {
    method: 'POST',
    path: '/messages',
    auth: 'social',
    othersGet: 'NOT_FRIENDS',
    stoppedBy: 'mute',
    meaning: 'Sends a private message to a friend; to an opponent: `sayInRoom` with `toId`.',
    body: z.object({ toId: userId, content: writtenText(MESSAGE_LENGTH) }),
    reply: privateMessage,
    status: 201,
  },
  countUnread: {
    method: 'GET',
    path: '/messages/unread/:friendId',
    auth: 'self',
    meaning: 'Counts unread messages of a friend.',
    params: z.object({ friendId: userId }),
    reply: count,
  },
  countUnreadTotal: {
    method: 'GET',
    path: '/messages/unread-total',
    auth: 'self',
    meaning: 'Counts unread messages of all friends.',
    reply: count,
  },
  listMessages: {
    method: 'GET',
    path: '/messages/:userId',
    auth: 'self',
    meaning: 'Returns the last `limit` messages with a user before message `before`, newest last.',
    params: withUser,
    query: z.object({
      before: storedId.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.array(privateMessage),
  },
  readMessages: {
    method: 'POST',
    path: '/messages/:userId/read',
    auth: 'self',
    meaning: 'Marks all messages of a user as read.',
    params: withUser,
    reply: done,
  },
  showReceived: {
    method: 'POST',
    path: '/internal/messages/received',
    auth: 'service',
    meaning:
      'Returns a private message that the user received, with `withAround` also those around it, oldest first.',
    body: z.object({ userId, messageId: storedId, withAround: z.boolean().default(false) }),
    reply: z.object({ message: privateMessage, around: z.array(privateMessage) }),
  },
  deliverMessage: {
    method: 'POST',
    path: '/internal/messages',
    auth: 'service',
    meaning:
      'Sends a private message between players of a room, which the caller verified. `isShadowed`: the author is shadow-muted.',
    body: z.object({
      fromId: userId,
      toId: userId,
      content: writtenText(MESSAGE_LENGTH),
      isShadowed: z.boolean().default(false),
    }),
    reply: privateMessage,
  },
} as const;

const kinds = z.object(
  Object.fromEntries(PUSH_KINDS.map((kind) => [kind, z.boolean()])) as Record<PushKind, z.ZodBoolean>,
);
/** Which calls a device gets. */
export type PushKinds = z.infer<typeof kinds>;

/** Pages that are older than tournaments do not send that kind. */
const wishedKinds = kinds.extend({ tournament: z.boolean().default(false) });

/** Calls by Web Push (RFC 8030). A device is a login session. */
const push = {
  getPush: {
    method: 'GET',
    path: '/users/push',
    auth: 'self',
    meaning: 'Returns the public VAPID key and this device’s calls, or null.',
    reply: z.object({ publicKey: z.string(), kinds: kinds.nullable() }),
  },
  setPush: {
    method: 'POST',
    path: '/users/push',
    auth: 'self',
    meaning: 'Stores this device’s push subscription and calls.',
    body: z.object({
      endpoint: z.url().max(1_024),
      /** Base64url: a point of P-256 (65 bytes) and the secret (16 bytes), RFC 8291. */
      keys: z.object({
        p256dh: z.string().regex(/^B[\w-]{86}$/),
        auth: z.string().regex(/^[\w-]{22}$/),
      }),
      kinds: wishedKinds,
    }),
    reply: done,
  },
  removePush: {
    method: 'DELETE',
    path: '/users/push',
    auth: 'self',
    meaning: 'Removes it.',
    reply: done,
  },
} as const;

export const socialRoutes = routesOf('social', { ...presence, ...friends, ...messages, ...push });
