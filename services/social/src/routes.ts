import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import type { SocialContext } from './context.ts';
import { forgetPerson } from './forget-person.ts';
import {
  acceptRequest,
  blockUser,
  rejectRequest,
  removeFriend,
  requestFriend,
  unblockUser,
  withdrawRequest,
} from './friendship.ts';
import { answerInvite, inviteFriend } from './invite.ts';
import {
  countUnreadOfFriends,
  listMessages,
  readMessages,
  sendMessage,
  showReceived,
  unreadBy,
} from './messages.ts';
import { fetchProfile, listBlocked, listFriends, listRequests, listSentRequests } from './people.ts';
import { enterRoom, heartbeat } from './presence.ts';
import { removePush, setPush, showPush } from './push/subscriptions.ts';
import { assertFriends, assertNoBlock, assertNotSame, friendIdsOf } from './relations.ts';

const DONE = { success: true } as const;

function addLists(app: HttpApp, context: SocialContext): void {
  const authorize = byUser(context.limits.reads);
  route(app, ROUTES.listFriends, {
    authorize,
    handler: ({ user, requestId }) => listFriends(context, user.userId, requestId),
  });
  route(app, ROUTES.listRequests, {
    authorize,
    handler: ({ user, requestId }) => listRequests(context, user.userId, requestId),
  });
  route(app, ROUTES.listSentRequests, {
    authorize,
    handler: ({ user, requestId }) => listSentRequests(context, user.userId, requestId),
  });
  route(app, ROUTES.listBlocked, {
    authorize,
    handler: ({ user, requestId }) => listBlocked(context, user.userId, requestId),
  });
  route(app, ROUTES.forgetPerson, {
    handler: async ({ body }) => {
      await forgetPerson(context, body.userId);
      return DONE;
    },
  });
  route(app, ROUTES.listFriendIds, {
    handler: async ({ params }) => ({ friends: await friendIdsOf(context, params.userId) }),
  });
  route(app, ROUTES.countBlockers, {
    handler: async ({ params: { userId: whom }, query: { since } }) => ({
      count: await context.blocks.countDocuments({ whom, at: { $gte: since } }),
    }),
  });
}

function addFriendship(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  route(app, ROUTES.requestFriend, {
    authorize: byUser(limits.requests),
    handler: async ({ user: { userId }, body, requestId }) => ({
      ...DONE,
      friends: await requestFriend(context, { userId, toId: body.toUserId, requestId }, context.now()),
    }),
  });
  route(app, ROUTES.withdrawRequest, {
    authorize: byUser(limits.changes),
    handler: async ({ user, params }) => {
      await withdrawRequest(context, user.userId, params.userId);
      return DONE;
    },
  });
  route(app, ROUTES.handleRequest, {
    authorize: byUser(limits.changes),
    handler: async ({ user: { userId }, body: { fromUserId, accept } }) => {
      if (accept) await acceptRequest(context, userId, fromUserId, context.now());
      else await rejectRequest(context, userId, fromUserId);
      return DONE;
    },
  });
  route(app, ROUTES.removeFriend, {
    authorize: byUser(limits.changes),
    handler: async ({ user, body }) => {
      await removeFriend(context, user.userId, body.friendId);
      return DONE;
    },
  });
}

function addBlocks(app: HttpApp, context: SocialContext): void {
  const authorize = byUser(context.limits.changes);
  route(app, ROUTES.blockUser, {
    authorize,
    handler: async ({ user: { userId }, body, requestId }) => {
      await blockUser(context, { userId, blockedId: body.userId, requestId }, context.now());
      return DONE;
    },
  });
  route(app, ROUTES.unblockUser, {
    authorize,
    handler: async ({ user, body }) => {
      await unblockUser(context, user.userId, body.userId);
      return DONE;
    },
  });
}

function addInvites(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  route(app, ROUTES.inviteFriend, {
    authorize: byUser(limits.invites),
    handler: async ({ user: { userId }, body: { friendId, roomId }, requestId }) => {
      await inviteFriend(context, { userId, friendId, roomId, requestId }, context.now());
      return DONE;
    },
  });
  route(app, ROUTES.handleInvite, {
    authorize: byUser(limits.changes),
    handler: async ({ user: { userId }, body: { accept, fromId, isFull }, requestId }) => ({
      accept,
      roomId: await answerInvite(context, { userId, accept, fromId, isFull, requestId }),
    }),
  });
}

/** Mounts friends, requests, blocks and invitations. All act for the user of the token. */
function addFriendRoutes(app: HttpApp, context: SocialContext): void {
  addLists(app, context);
  addFriendship(app, context);
  addBlocks(app, context);
  addInvites(app, context);
}

function addSending(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  route(app, ROUTES.sendMessage, {
    authorize: async ({ user, body }) => {
      await limits.messages.consume(user.userId);
      await assertFriends(context, user.userId, body.toId);
    },
    handler: ({ user: { userId, sanctions }, body }) => {
      const isShadowed = sanctions.shadow !== undefined;
      return sendMessage(context, { fromId: userId, ...body, isShadowed }, context.now());
    },
  });
  route(app, ROUTES.showReceived, {
    handler: ({ body: { userId, messageId, withAround } }) =>
      showReceived(context, userId, messageId, withAround),
  });
  route(app, ROUTES.deliverMessage, {
    authorize: async ({ body: { fromId, toId }, requestId }) => {
      assertNotSame(fromId, toId);
      await assertNoBlock(context, fromId, toId);
      const { isGuest } = await fetchProfile(context.fetchProfiles, toId, requestId);
      if (isGuest) throw errorOf('USER_IS_GUEST');
    },
    handler: ({ body }) => sendMessage(context, body, context.now()),
  });
}

function addReading(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  const authorize = byUser(limits.reads);
  // Before the conversation, whose path would match them.
  route(app, ROUTES.countUnreadTotal, {
    authorize,
    handler: async ({ user }) => ({ count: await countUnreadOfFriends(context, user.userId) }),
  });
  route(app, ROUTES.countUnread, {
    authorize,
    handler: async ({ user, params: { friendId } }) => ({
      count: (await unreadBy(context, user.userId, [friendId])).get(friendId) ?? 0,
    }),
  });
  route(app, ROUTES.listMessages, {
    authorize,
    handler: ({ user, params, query }) => listMessages(context, user.userId, params.userId, query),
  });
  route(app, ROUTES.readMessages, {
    authorize: byUser(limits.changes),
    handler: async ({ user, params }) => {
      await readMessages(context, user.userId, params.userId);
      return DONE;
    },
  });
}

/** Mounts private messages. Conversations are those of the token's user. */
function addMessageRoutes(app: HttpApp, context: SocialContext): void {
  addSending(app, context);
  addReading(app, context);
}

function addPush(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  route(app, ROUTES.getPush, {
    authorize: byUser(limits.reads),
    handler: ({ user }) => showPush(context, user),
  });
  route(app, ROUTES.setPush, {
    authorize: byUser(limits.changes),
    handler: async ({ user, body }) => {
      await setPush(context, user, body, context.now());
      return DONE;
    },
  });
  route(app, ROUTES.removePush, {
    authorize: byUser(limits.changes),
    handler: async ({ user: { userId, sessionId } }) => {
      await removePush(context, userId, [sessionId]);
      return DONE;
    },
  });
}

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: SocialContext): void {
  route(app, ROUTES.heartbeat, {
    handler: ({ user, body: { currentPath, visible = false } }) =>
      heartbeat(context, user.userId, currentPath, visible),
  });
  route(app, ROUTES.updateRoom, {
    authorize: byUser(context.limits.changes),
    handler: async ({ user, body }) => {
      await enterRoom(context, user.userId, body.roomId);
      return DONE;
    },
  });
  route(app, ROUTES.countOnline, { handler: async () => ({ count: await context.onlineCount.get() }) });
  addFriendRoutes(app, context);
  addMessageRoutes(app, context);
  addPush(app, context);
}
