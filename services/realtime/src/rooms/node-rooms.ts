import type { LineEvent, RoomEvent } from '@doushouqi/protocol';
import { type Room, withoutMark } from '@doushouqi/room';
import {
  createLiveRooms,
  createPairedGames,
  createPlaces,
  createRematchPauses,
  createRoomCommands,
  createRoomStore,
  type GameNotices,
  type RoomCommands,
  type RoomJobs,
  type RoomStore,
  streamOf,
  type TurnNotifications,
} from '@doushouqi/room-core';
import { confirmOf, createSite, type Logger } from '@doushouqi/service-kit';
import { trace } from '@opentelemetry/api';
import type { RealtimeMetrics } from '../metrics.ts';
import { gameRoom, type RealtimeServer, socketsIn } from '../realtime-socket.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { Blocks } from '../users/blocks.ts';
import { RoomCache } from './room-cache.ts';

/** Sends a room event to this node's sockets in the room. `json` is the committed text of the event. */
function broadcast(io: RealtimeServer, { type, roomId }: RoomEvent, json: string): void {
  const { adapter, sockets } = io.sockets;
  const members = adapter.rooms.get(gameRoom(roomId));
  if (!members) return;
  // 2: a Socket.IO event of the namespace `/`.
  const packet = `2["${type}",${json}]`;
  for (const id of members) sockets.get(id)?.conn.write(packet);
}

/** Emits the public event for a reset that this update is the first to contain. */
function announceReset(
  io: RealtimeServer,
  { roomId, lastAction }: Extract<RoomEvent, { type: 'gameStateUpdate' }>,
  before: Room,
): void {
  if (!lastAction) return;
  const known = before.header.lastAction;
  if (known && known.type === lastAction.type && known.by === lastAction.by) return;
  const sockets = io.local.to(gameRoom(roomId));
  if (lastAction.type === 'reset_requested') {
    sockets.emit('resetRequested', { roomId, requesterId: lastAction.by });
  } else if (lastAction.type === 'reset_accepted') sockets.emit('resetAccepted', { roomId });
  else if (lastAction.type === 'reset_rejected') sockets.emit('resetRejected', { roomId });
}

/** Returns the sockets of all users but one in a game room. */
function othersIn(io: RealtimeServer, roomId: string, userId: string): string[] {
  return socketsIn(io, roomId)
    .filter(({ data }) => data.userId !== userId)
    .map(({ id }) => id);
}

/**
 * Sends a chat line to sockets whose users do not block its author, that of a shadow-muted author to the author's own
 * alone; the others get its version only.
 */
function announceLine(io: RealtimeServer, line: LineEvent, blocks: Pick<Blocks, 'blockersIn'>): void {
  const { roomId, v, fromId } = line;
  const room = gameRoom(roomId);
  const deaf = line.isShadowed ? othersIn(io, roomId, fromId) : blocks.blockersIn(fromId, room);
  io.local.to(room).except(deaf).emit('chatMessage', withoutMark(line));
  if (deaf.length > 0) io.local.to(deaf).emit('unseen', { roomId, v });
}

/** Sends an event to this node's sockets in the room. `before`: the room before it; `json`: the event as text. */
function announce(
  io: RealtimeServer,
  event: RoomEvent,
  before: Room,
  json: string,
  blocks: Pick<Blocks, 'blockersIn'>,
): void {
  if (event.type === 'chatMessage') {
    announceLine(io, event, blocks);
    return;
  }
  broadcast(io, event, json);
  // The packets bypass Socket.IO's `emit`, so its instrumentation does not see them.
  trace.getActiveSpan()?.addEvent(`sent ${event.type}`);
  if (event.type === 'gameStateUpdate') announceReset(io, event, before);
}

export interface NodeRoomsOptions {
  connection: RedisConnection;
  io: RealtimeServer;
  jobs: RoomJobs;
  turnNotifications: TurnNotifications;
  gameNotices: GameNotices;
  blocks: Pick<Blocks, 'blockersIn'>;
  metrics: RealtimeMetrics;
  logger: Logger;
  gamesPerAddress: number;
  /** Epoch ms. */
  now: () => number;
}

/** The hosted rooms of this node and the commands that change them. */
export interface NodeRooms {
  cache: RoomCache;
  store: RoomStore;
  execute: RoomCommands['execute'];
}

/** Sends room events to this node's sockets. */
function notifySockets({ io, blocks, metrics, logger }: NodeRoomsOptions, cache: RoomCache): void {
  cache.on('nudge', (roomId, { nickname, by }) => {
    const room = gameRoom(roomId);
    io.local.to(room).except(blocks.blockersIn(by, room)).emit('buttonClicked', { roomId, nickname });
  });
  cache.on('event', (event, before, json) => announce(io, event, before, json, blocks));
  cache.on('missed', (roomId) => void io.local.to(gameRoom(roomId)).emit('syncRequested', { roomId }));
  cache.on('reload', () => metrics.reloads.inc());
  cache.on('trouble', (error, roomId) =>
    logger.error({ err: error, roomId }, 'trouble with the feed of a room'),
  );
  cache.on('readFailed', (error) => logger.warn({ err: error }, 'could not read rooms; it is tried again'));
}

export function createNodeRooms(options: NodeRoomsOptions): NodeRooms {
  const { connection, jobs, turnNotifications, gameNotices, metrics, logger, gamesPerAddress, now } = options;
  const store = createRoomStore(connection.client, { confirm: confirmOf(connection.client) });
  const cache = new RoomCache({ store, connection, ticks: () => performance.now() });
  notifySockets(options, cache);
  connection.on('restored', (gaps) => cache.readAgain((roomId) => gaps.has(streamOf(roomId))));
  const commands = createRoomCommands({
    store,
    live: createLiveRooms(connection.client),
    jobs,
    now,
    pauseOf: createRematchPauses({
      redis: connection.client,
      site: createSite({ redis: connection.client, logger, now }),
      now,
    }),
    pairedGames: createPairedGames(connection.client, confirmOf(connection.client)),
    places: createPlaces(connection.client, { load: store.load, perAddress: gamesPerAddress, now }),
    cached: (roomId) => cache.get(roomId),
    metrics: metrics.rooms,
    onCommitted(commit) {
      cache.committed(commit);
      turnNotifications(commit);
      gameNotices(commit);
    },
    onJobFailed: (error) => logger.warn({ err: error }, 'job not queued; the sweeper will find the room'),
  });
  return { cache, store, execute: commands.execute };
}
