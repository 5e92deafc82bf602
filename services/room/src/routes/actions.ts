import { randomUUID } from 'node:crypto';
import { ROUTES } from '@doushouqi/protocol/server';
import type { OfferKind, RoomCommand } from '@doushouqi/room';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { execute } from '../commands/execute.ts';
import type { RoomContext } from '../context.ts';
import { presentChange } from '../presenters/change.ts';

function offer(kind: OfferKind) {
  return (userId: string): RoomCommand => ({ type: 'offer', userId, kind });
}
function answer(kind: OfferKind, accept: boolean) {
  return (userId: string): RoomCommand => ({ type: 'answer', userId, kind, accept, newGameId: randomUUID() });
}
function plain(
  type: 'surrender' | 'leave' | 'flag' | 'clearAction' | 'clearOfflineSurrender' | 'leaveSpectating',
) {
  return (userId: string): RoomCommand => ({ type, userId });
}

/** The calls that say all by their path. */
const ACTIONS = [
  [ROUTES.surrender, plain('surrender')],
  [ROUTES.leaveRoom, plain('leave')],
  [ROUTES.claimTimeout, plain('flag')],
  [ROUTES.requestUndo, offer('undo')],
  [ROUTES.acceptUndo, answer('undo', true)],
  [ROUTES.rejectUndo, answer('undo', false)],
  [ROUTES.cancelDraw, answer('draw', false)],
  [ROUTES.requestReset, offer('reset')],
  [ROUTES.acceptReset, answer('reset', true)],
  [ROUTES.rejectReset, answer('reset', false)],
  [ROUTES.clearAction, plain('clearAction')],
  [ROUTES.clearOfflineSurrender, plain('clearOfflineSurrender')],
  [ROUTES.leaveSpectating, plain('leaveSpectating')],
] as const;

/** Everything that changes a room, joining and talking apart. Everything is done by the token's own id. */
export function addActionRoutes(app: HttpApp, context: RoomContext): void {
  const authorize = byUser(context.limits.verbs);
  for (const [definition, commandOf] of ACTIONS) {
    route(app, definition, {
      authorize,
      handler: async ({ params: { roomId }, user: { userId } }) =>
        presentChange(await execute(context, roomId, commandOf(userId))),
    });
  }
  route(app, ROUTES.requestDraw, {
    authorize,
    handler: async ({ params: { roomId }, user: { userId } }) => {
      const done = await execute(context, roomId, offer('draw')(userId));
      return { ...presentChange(done), drawRequester: done.room.header.drawRequester };
    },
  });
  route(app, ROUTES.setTimeControl, {
    authorize,
    handler: async ({ params: { roomId }, user: { userId }, body: { initial, increment } }) =>
      presentChange(await execute(context, roomId, { type: 'setTimeControl', userId, initial, increment })),
  });
}
