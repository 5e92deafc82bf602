import {
  createLiveRooms,
  createPairedGames,
  createPlaces,
  createRoomCommands,
  createRoomStore,
  type GameNotices,
  type RoomCommands,
  type RoomJobs,
  type RoomStore,
  streamOf,
  type TurnNotifications,
} from '@doushouqi/room-core';
import { confirmOf, createPauseMirror, type Logger } from '@doushouqi/service-kit';
import type { RealtimeMetrics } from '../metrics.ts';
import { gameRoom, type RealtimeServer } from '../realtime-socket.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { Blocks } from '../users/blocks.ts';
import { announce } from './announcements.ts';
import { RoomCache } from './room-cache.ts';

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
  const pauses = createPauseMirror(connection.client);
  const commands = createRoomCommands({
    store,
    live: createLiveRooms(connection.client),
    jobs,
    now,
    isPaused: async (userId) => (await pauses.of(userId, now())) !== null,
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
