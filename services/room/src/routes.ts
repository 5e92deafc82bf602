import { randomUUID } from 'node:crypto';
import { MAX_SPECTATORS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import {
  type CooledOffer,
  cooldownLeft,
  type OfferKind,
  type Room,
  type RoomCommand,
  seatOf,
  snapshotOf,
} from '@doushouqi/room';
import type { CommandResult, RoomDoor, RoomStore } from '@doushouqi/room-core';
import { type AppError, errorOf, type HttpApp, type RateLimiter, route } from '@doushouqi/service-kit';
import { createCrowdBatcher } from './crowd-batcher.ts';
import type { Nicknames } from './nicknames.ts';
import { presentRoom } from './present-room.ts';

export interface RoomRoutesOptions {
  store: Pick<RoomStore, 'load'>;
  door: RoomDoor;
  nicknames: Nicknames;
  /** Creating and joining, by user. */
  joins: RateLimiter;
  /** Lines of chat, by user, private ones too. */
  lines: RateLimiter;
  /** Hands a private line to social; rejects with its refusal, or UNAVAILABLE while it is away. */
  deliver: (line: PrivateLine, requestId: string) => Promise<void>;
  /** Epoch ms. */
  now: () => number;
}

interface PrivateLine {
  fromId: string;
  toId: string;
  content: string;
}

type Refused = Extract<CommandResult, { ok: false }>;
type Accepted = Extract<CommandResult, { ok: true }>;

/** Seconds after which asking again makes sense. */
const RETRY_AFTER: Partial<Record<Refused['code'], number>> = { ROOM_BUSY: 1, CHAT_FLOOD: 10 };
const WAIT_FOR: Record<CooledOffer, string> = { draw: '求和', undo: '悔棋' };

/** Says how long there is to wait, in whole seconds, as the spec's client does. */
const cooling = (room: Room, userId: string, kind: CooledOffer, now: number): AppError => {
  const seconds = Math.max(1, Math.ceil(cooldownLeft(room, userId, kind, now) / 1000));
  return errorOf('OFFER_COOLDOWN', { message: `请等待 ${seconds} 秒后再${WAIT_FOR[kind]}` });
};

const errorFor = ({ code, room }: Refused, command: RoomCommand, now: number): AppError => {
  if (code === 'OFFER_COOLDOWN' && room && command.type === 'offer' && command.kind !== 'reset') {
    return cooling(room, command.userId, command.kind, now);
  }
  const retryAfter = RETRY_AFTER[code];
  return errorOf(code, retryAfter === undefined ? {} : { retryAfter });
};

/** Whether a newcomer can only watch: both seats are taken, and one of the players at least is not gone. */
const onlyWatches = (room: Room, userId: string): boolean =>
  room.header.players.length === 2 &&
  seatOf(room.header, userId) === null &&
  !room.header.players.every((id) => room.header.departed.includes(id));

/** Executes commands, and throws what is refused. */
type Execute = (roomId: string, command: RoomCommand) => Promise<Accepted>;

const addJoining = (app: HttpApp, options: RoomRoutesOptions, execute: Execute): void => {
  const { store, door, joins } = options;
  const watch = createCrowdBatcher((roomId, came) => door.execute(roomId, { type: 'crowd', came, went: [] }));
  const join = async (roomId: string, userId: string): Promise<Room> => {
    const known = await store.load(roomId);
    if (!known || !onlyWatches(known, userId)) {
      return (await execute(roomId, { type: 'join', userId, newGameId: randomUUID() })).room;
    }
    if (known.header.spectators.includes(userId)) return known;
    if (known.header.spectators.length >= MAX_SPECTATORS) throw errorOf('ROOM_FULL');
    const outcome = await watch(roomId, userId);
    if (!outcome.ok) throw errorOf(outcome.code);
    if (!outcome.room.header.spectators.includes(userId)) throw errorOf('ROOM_FULL');
    return outcome.room;
  };

  route(app, ROUTES.joinRoom, {
    authorize: ({ user }) => joins.consume(user.userId),
    handler: async ({ body: { roomId }, user: { userId } }) => {
      const room = await join(roomId, userId);
      return { roomId, spectators: [...room.header.spectators] };
    },
  });
};

const addLooking = (app: HttpApp, { store, nicknames, now }: RoomRoutesOptions): void => {
  route(app, ROUTES.getRoom, {
    handler: async ({ params: { roomId }, query }) => {
      const room = await store.load(roomId);
      if (!room) throw errorOf('ROOM_NOT_FOUND');
      if (query.view === 'compact') return snapshotOf(room, now());
      return presentRoom(room, room.header.lastAction ? await nicknames(room.header.lastAction.by) : '');
    },
  });
};

const offer =
  (kind: OfferKind) =>
  (userId: string): RoomCommand => ({ type: 'offer', userId, kind });
const answer =
  (kind: OfferKind, accept: boolean) =>
  (userId: string): RoomCommand => ({ type: 'answer', userId, kind, accept, newGameId: randomUUID() });
const plain =
  (type: 'surrender' | 'leave' | 'flag' | 'clearAction' | 'clearOfflineSurrender' | 'leaveSpectating') =>
  (userId: string): RoomCommand => ({ type, userId });

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

/** A line to the opponent alone: nothing is committed to the room, and no game waits for social. */
const sayToOpponent = async (
  { store, deliver }: RoomRoutesOptions,
  roomId: string,
  line: PrivateLine,
  requestId: string,
) => {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  if (!seatOf(room.header, line.fromId)) throw errorOf('SPECTATOR_SILENT');
  if (line.toId === line.fromId || !seatOf(room.header, line.toId)) throw errorOf('NOT_OPPONENT');
  await deliver(line, requestId);
  return { status: room.header.status, v: room.v };
};

const addActing = (app: HttpApp, options: RoomRoutesOptions, execute: Execute): void => {
  const act = async (roomId: string, command: RoomCommand) => {
    const { room, v } = await execute(roomId, command);
    return { status: room.header.status, v };
  };
  for (const [definition, command] of ACTIONS) {
    route(app, definition, {
      handler: ({ params: { roomId }, user: { userId } }) => act(roomId, command(userId)),
    });
  }
  route(app, ROUTES.requestDraw, {
    handler: async ({ params: { roomId }, user: { userId } }) => {
      const { room, v } = await execute(roomId, offer('draw')(userId));
      return { status: room.header.status, v, drawRequester: room.header.drawRequester };
    },
  });
  route(app, ROUTES.setTimeControl, {
    handler: ({ params: { roomId }, user: { userId }, body: { initial, increment } }) =>
      act(roomId, { type: 'setTimeControl', userId, initial, increment }),
  });
  route(app, ROUTES.sayInRoom, {
    authorize: ({ user }) => options.lines.consume(user.userId),
    handler: ({ params: { roomId }, user: { userId }, body: { content, toId }, requestId }) =>
      toId === undefined
        ? act(roomId, { type: 'say', userId, content })
        : sayToOpponent(options, roomId, { fromId: userId, toId, content }, requestId),
  });
};

/** The HTTP verbs of a live game (spec §7). Who may do what is decided by room-core, for every door alike. */
export const addRoomRoutes = (app: HttpApp, options: RoomRoutesOptions): void => {
  const { door, now } = options;
  const execute: Execute = async (roomId, command) => {
    const outcome = await door.execute(roomId, command);
    if (outcome.ok) return outcome;
    throw errorFor(outcome, command, now());
  };
  addJoining(app, options, execute);
  addLooking(app, options);
  addActing(app, options, execute);
};
