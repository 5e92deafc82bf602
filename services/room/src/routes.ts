import { randomUUID } from 'node:crypto';
import { gamesPerUser, type RoomSnapshot, type RoomWish, toWireStatus } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { type OfferKind, type Room, type RoomChoices, type RoomCommand, seatOf } from '@doushouqi/room';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import {
  execute,
  joinRoom,
  messageOpponent,
  noteNames,
  refuseWriting,
  replacePlayer,
  sayInRoom,
  setTimeControl,
  showRoom,
} from './commands.ts';
import type { RoomContext } from './context.ts';
import { listCorrespondence } from './correspondence.ts';
import { hideLines, showLine, showPlayedGame } from './evidence.ts';

/** Presents the status and version of a changed room. */
function presentChange({ room, v }: { room: Room; v: number }): {
  status: RoomSnapshot['status'];
  v: number;
} {
  return { status: toWireStatus(room.header), v };
}

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

/** Calls without further input. */
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

/** Mounts the calls that change a room, except joining and chat. All act for the user of the token. */
function addActionRoutes(app: HttpApp, context: RoomContext): void {
  const authorize = byUser(context.limits.roomRequests);
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
    handler: async ({ params: { roomId }, user: { userId }, body }) =>
      presentChange(await setTimeControl(context, roomId, userId, body)),
  });
}

/** Mounts what the moderation service asks and does. */
function addEvidenceRoutes(app: HttpApp, context: RoomContext): void {
  route(app, ROUTES.showLine, { handler: ({ body }) => showLine(context, body) });
  route(app, ROUTES.showPlayedGame, { handler: ({ body }) => showPlayedGame(context, body) });
  route(app, ROUTES.hideLines, {
    handler: async ({ body: { roomId, lineIds } }) => {
      await hideLines(context, roomId, lineIds);
      return { success: true } as const;
    },
  });
}

/** Returns the choices with their defaults. */
function choicesOf({ timeControl, daysPerMove, color, undo, spectators, start }: RoomWish): RoomChoices {
  const table = {
    color: color ?? 'red',
    undo: undo ?? true,
    spectators: spectators ?? true,
    start: start ?? null,
  };
  return { timeControl, daysPerMove, table };
}

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: RoomContext): void {
  const { limits } = context;

  route(app, ROUTES.joinRoom, {
    authorize: byUser(limits.joins),
    handler: async ({ body, user: { userId, role }, address }) => {
      const { roomId: id, create, seat } = body;
      const origin = { address, isGuest: role === 'guest' };
      const joining = { roomId: id, create, seat, userId, origin, choices: choicesOf(body) };
      const { id: roomId, header } = await joinRoom(context, joining);
      // Before the answer: the player may nudge at once.
      if (seatOf(header, userId)) await noteNames(context, roomId, [userId]);
      return { roomId, spectators: [...header.spectators] };
    },
  });

  route(app, ROUTES.listCorrespondence, {
    authorize: byUser(limits.lists),
    handler: async ({ user: { userId, role } }) => ({
      games: await listCorrespondence(context, userId),
      most: gamesPerUser(role === 'guest', true),
    }),
  });

  route(app, ROUTES.getRoom, {
    limit: limits.reads,
    authorize: async ({ query: { view }, address }) => {
      if (view === 'full') await limits.boards.consume(address);
    },
    handler: ({ params: { roomId }, query: { view }, user }) => showRoom(context, roomId, view, user?.userId),
  });

  route(app, ROUTES.sayInRoom, {
    authorize: byUser(limits.messages),
    handler: async ({ params: { roomId }, user, body: { content, toId }, requestId }) => {
      const { userId, sanctions } = user;
      refuseWriting(user, { content, toId }, context.now());
      const isShadowed = sanctions.shadow !== undefined;
      if (toId === undefined)
        return presentChange(await sayInRoom(context, roomId, { userId, content, isShadowed }));
      const text = { fromId: userId, toId, content, isShadowed };
      const room = await messageOpponent(context, roomId, text, requestId);
      return presentChange({ room, v: room.v });
    },
  });

  addEvidenceRoutes(app, context);

  route(app, ROUTES.countRooms, {
    async handler() {
      const [games, { rooms, games: unarchived }] = await Promise.all([
        context.live.count(),
        context.jobs.countWaiting(),
      ]);
      return { games, backlog: rooms, unarchived };
    },
  });

  route(app, ROUTES.createPairedRoom, {
    handler: async ({ body: { roomId, isArranged, ...pair } }) => {
      if (isArranged) await context.store.noteArranged(roomId);
      const { v } = await execute(context, roomId, { type: 'pair', ...pair });
      void noteNames(context, roomId, pair.players);
      return { roomId, v };
    },
  });

  route(app, ROUTES.replacePlayer, {
    handler: async ({ body }) => {
      const rooms = await replacePlayer(context, body);
      for (const roomId of rooms) void noteNames(context, roomId, [body.by]);
      return { success: true } as const;
    },
  });

  addActionRoutes(app, context);
}
