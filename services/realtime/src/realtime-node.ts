import { randomBytes } from 'node:crypto';
import { SOCKET_PING } from '@doushouqi/protocol';
import type { RoomCommand } from '@doushouqi/room';
import {
  type CommandResult,
  createLiveRooms,
  createRoomDoor,
  createRoomStore,
  type RoomJobs,
} from '@doushouqi/room-core';
import {
  createHttpApp,
  createMetrics,
  type HttpApp,
  type Logger,
  stopServer,
  type TokenVerifier,
  toAppError,
  writeOncePerTurn,
} from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { admit } from './admission.ts';
import { announce } from './announce.ts';
import { createFailed } from './answers.ts';
import { createCommandGate } from './command-gate.ts';
import { closeInWaves } from './drain.ts';
import { createHandlers } from './handlers.ts';
import { createJoining } from './joining.ts';
import { limitMessages } from './limit-messages.ts';
import { listen } from './listen.ts';
import { createRealtimeMetrics } from './metrics.ts';
import { createNoticeFeed } from './notice-feed.ts';
import { createNudges } from './nudges.ts';
import { createPeople } from './people.ts';
import { channelOf, type RealtimeServer } from './realtime-socket.ts';
import { createRoomFeed } from './room-feed.ts';
import { createRoomHub } from './room-hub.ts';
import { createSessions } from './sessions.ts';
import type { BucketLimits } from './token-bucket.ts';
import { createWhereabouts } from './whereabouts.ts';

export interface RealtimeNodeOptions {
  nodeId: string;
  /** For commands and subscriptions (RESP3): an own commit's answer and its echo take one read, not two. */
  redis: Redis;
  jobs: RoomJobs;
  verifier: TokenVerifier;
  logger: Logger;
  messages: BucketLimits;
  socketsPerUser: number;
  /** Epoch ms. */
  now: () => number;
  /** How long a spectator may be gone before the room is told. Milliseconds. */
  spectatorGraceMs: number;
  /** Connections whose token ran out are looked for this often. Milliseconds. */
  sessionSweepMs: number;
}

export interface RealtimeNode {
  app: HttpApp;
  io: RealtimeServer;
  /** Rooms hosted, users connected, and what is kept of who is where: nothing, when all have left. */
  held(): { rooms: number; users: number; present: number };
  /** Takes nothing new, finishes what is in hand, sends the clients elsewhere, stops. */
  drain(): Promise<void>;
}

const createSocketServer = (app: HttpApp, nodeId: string): RealtimeServer => {
  const io: RealtimeServer = new Server(app.server, {
    path: '/socket.io',
    serveClient: false,
    pingInterval: SOCKET_PING.interval,
    pingTimeout: SOCKET_PING.timeout,
    connectTimeout: 10_000,
    // A move is under 200 bytes; compressing messages this small costs more than it saves.
    maxHttpBufferSize: 16 * 1024,
    perMessageDeflate: false,
    httpCompression: false,
  });
  app.server.prependListener('upgrade', (_request, socket) => writeOncePerTurn(socket));
  io.engine.generateId = () => `${nodeId}.${randomBytes(15).toString('base64url')}`;
  // The request of the handshake would else be kept for as long as the connection lives.
  io.engine.on('connection', (connection: object) => Object.assign(connection, { request: null }));
  return io;
};

/** One realtime node: sockets, the rooms that they look at, and a door to these rooms. It knows no rules. */
export const createRealtimeNode = (options: RealtimeNodeOptions): RealtimeNode => {
  const {
    nodeId,
    redis,
    jobs,
    verifier,
    logger,
    messages,
    socketsPerUser,
    now,
    spectatorGraceMs,
    sessionSweepMs,
  } = options;
  const serviceMetrics = createMetrics('realtime');
  let draining = false;
  const app = createHttpApp({
    logger,
    metrics: serviceMetrics,
    readiness: { redis: () => redis.ping() },
  });
  const io = createSocketServer(app, nodeId);
  io.engine.opts.allowRequest = (_request, decide) => decide(draining ? 'draining' : null, !draining);

  const metrics = createRealtimeMetrics(serviceMetrics, {
    sockets: () => io.sockets.sockets.size,
    rooms: () => hub.size(),
  });
  const store = createRoomStore(redis);
  const gate = createCommandGate();

  const feed = createRoomFeed({
    redis,
    onCommit: (roomId, batch) => hub.heard(roomId, batch),
    onNudge: (roomId, nickname) => io.local.to(channelOf(roomId)).emit('buttonClicked', { roomId, nickname }),
    onRestored() {
      void hub.refreshAll();
      notices.restored();
    },
    onError: (error, roomId) => logger.error({ err: error, roomId }, 'trouble with the feed of a room'),
  });
  const hub = createRoomHub({
    store,
    feed,
    deliver: (event, before) => {
      announce(io, event, before);
      whereabouts.heard(event);
    },
    onLost: (roomId) => io.local.to(channelOf(roomId)).emit('syncRequested', { roomId }),
    onReload: () => metrics.reloads.inc(),
    onReadFailed: (error, roomId) => logger.warn({ err: error, roomId }, 'could not read a room'),
    ticks: () => performance.now(),
  });
  const door = createRoomDoor({
    store,
    live: createLiveRooms(redis),
    jobs,
    now,
    cached: hub.cached,
    onConflict: () => metrics.conflicts.inc(),
    onJobFailed: (error) => logger.warn({ err: error }, 'job not queued; the sweeper will find the room'),
  });

  const people = createPeople({
    socketsPerUser,
    onChange(userId) {
      whereabouts.changed(userId);
      notices.changed(userId);
    },
  });
  const sessions = createSessions({ io, people, sweepMs: sessionSweepMs, now });
  const notices = createNoticeFeed({
    io,
    people,
    sessions,
    redis,
    // That Redis is away is told once by its connection, not once for every user.
    onFailed(error) {
      if (toAppError(error).code !== 'UNAVAILABLE') logger.error({ err: error }, 'trouble with notices');
    },
  });
  admit(io, { verifier, people, messages, now, logger });
  limitMessages(io, { limits: messages, now, dropped: metrics.dropped });
  const execute = async (roomId: string, command: RoomCommand): Promise<CommandResult> => {
    const outcome = await door.execute(roomId, command);
    hub.committed(roomId, outcome.events, outcome.room);
    return outcome;
  };
  const whereabouts = createWhereabouts({
    nodeId,
    redis,
    people,
    hub,
    store,
    execute,
    spectatorGraceMs,
    logger,
  });
  const joining = createJoining({
    hub,
    store,
    now,
    onEntered: whereabouts.entered,
    onLeft: whereabouts.left,
  });
  const nudges = createNudges(redis);
  const handlers = createHandlers({ hub, joining, execute, gate, nudges, metrics, now });
  listen(io, handlers, createFailed(logger, metrics.dropped), joining, people);

  return {
    app,
    io,
    held: () => ({ rooms: hub.size(), users: people.size(), present: whereabouts.size() + notices.size() }),
    async drain() {
      draining = true;
      app.drain();
      whereabouts.stop();
      sessions.stop();
      await gate.close();
      await closeInWaves(io);
      await stopServer(app.server, 1_000);
      await io.close();
    },
  };
};
