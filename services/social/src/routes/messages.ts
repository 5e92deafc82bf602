import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { countUnreadOfFriends, listMessages, readMessages, unreadBy } from '../commands/conversation.ts';
import { sendMessage } from '../commands/send-message.ts';
import type { SocialContext } from '../context.ts';
import { assertFriends, assertNoBlock, assertNotSame } from '../policies/relations.ts';
import { DONE } from './shared.ts';

function addSending(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  route(app, ROUTES.sendMessage, {
    authorize: async ({ user, body }) => {
      await limits.messages.consume(user.userId);
      await assertFriends(context, user.userId, body.toId);
    },
    handler: ({ user, body }) => sendMessage(context, { fromId: user.userId, ...body }, context.now()),
  });
  route(app, ROUTES.deliverMessage, {
    authorize: async ({ body: { fromId, toId } }) => {
      assertNotSame(fromId, toId);
      await assertNoBlock(context, fromId, toId);
    },
    handler: ({ body }) => sendMessage(context, body, context.now()),
  });
}

function addReading(app: HttpApp, context: SocialContext): void {
  const { limits } = context;
  const authorize = byUser(limits.reads);
  // Before the conversation, whose path would take them for a user's id.
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

/** Private messages. A user sees only his own conversations: they are asked for by his token's id. */
export function addMessageRoutes(app: HttpApp, context: SocialContext): void {
  addSending(app, context);
  addReading(app, context);
}
