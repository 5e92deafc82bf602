import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { blockUser, removeFriend, unblockUser } from '../commands/end-friendship.ts';
import { acceptRequest, rejectRequest } from '../commands/handle-request.ts';
import { answerInvite, inviteFriend } from '../commands/invite.ts';
import { listBlocked, listFriends, listRequests, listSentRequests } from '../commands/list-people.ts';
import { requestFriend, withdrawRequest } from '../commands/request-friend.ts';
import type { SocialContext } from '../context.ts';
import { friendIdsOf } from '../policies/relations.ts';
import { DONE } from './shared.ts';

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
  route(app, ROUTES.listFriendIds, {
    handler: async ({ params }) => ({ friends: await friendIdsOf(context, params.userId) }),
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
      await blockUser(context, { userId, whomId: body.userId, requestId }, context.now());
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
    handler: async ({ user: { userId }, body: { accept, fromId }, requestId }) => ({
      accept,
      roomId: await answerInvite(context, { userId, accept, fromId, requestId }),
    }),
  });
}

/** Friends, requests, blocks and invitations. Everything is asked for and done by the token's own id. */
export function addFriendRoutes(app: HttpApp, context: SocialContext): void {
  addLists(app, context);
  addFriendship(app, context);
  addBlocks(app, context);
  addInvites(app, context);
}
