import type { RoomJobs } from '@doushouqi/room-core';
import {
  checkRedis,
  createBlockMirror,
  createHttpApp,
  type HttpApp,
  type Logger,
  type Metrics,
  type RateLimiter,
  type RedisClient,
  type TokenVerifier,
  toAppError,
} from '@doushouqi/service-kit';
import { createFailed } from './answers.ts';
import { admit } from './edge/admission.ts';
import { drain } from './edge/drain.ts';
import { Gateways } from './edge/gateways.ts';
import { createHandlers } from './edge/handlers.ts';
import { listen } from './edge/listen.ts';
import { limitMessages } from './edge/message-limits.ts';
import { createSocketServer } from './edge/socket-server.ts';
import type { BucketLimits } from './edge/token-bucket.ts';
import { addGauges, createRealtimeMetrics } from './metrics.ts';
import type { NoteGoing } from './presence/node-presence.ts';
import { createNodePresence } from './presence/node-presence.ts';
import type { RealtimeServer } from './realtime-socket.ts';
import { RedisConnection } from './redis/redis-connection.ts';
import { createNodeRooms } from './rooms/node-rooms.ts';
import { CommandGate } from './rooms/player-commands.ts';
import { RoomEntry } from './rooms/room-entry.ts';
import { createNudges } from './rooms/room-feed.ts';
import { Blocks } from './users/blocks.ts';
import { Sessions } from './users/sessions.ts';
import { UserSockets } from './users/user-sockets.ts';

export interface RealtimeNodeOptions {
  nodeId: string;
  /** For commands and subscriptions (RESP3): an own commit's answer and its echo take one read, not two. */
  redis: RedisClient;
  jobs: RoomJobs;
  verifier: TokenVerifier;
  verbs: RateLimiter;
  logger: Logger;
  metrics: Metrics;
  messages: BucketLimits;
  socketsPerUser: number;
  /** Epoch ms. */
  now: () => number;
  /** How long a spectator may be gone before the room is told. Milliseconds. */
  spectatorGraceMs: number;
  /** Connections whose token ran out or lost its key are looked for this often. Milliseconds. */
  sessionSweepMs: number;
}

export interface RealtimeNode {
  app: HttpApp;
  io: RealtimeServer;
  /** Rooms hosted, users connected, and what is kept of who is where: nothing, when all have left. */
  held(): { rooms: number; users: number; present: number };
  /** Says for `pauseMs` that it stops, then sends the clients elsewhere, finishes what is in hand, stops. */
  drain(pauseMs: number): Promise<void>;
}

/** Hears of trouble that is tried again. That Redis is away is told once by its client, not once for every channel. */
function unlessAway(logger: Logger, trouble: string) {
  return (error: unknown, about: string): void => {
    if (toAppError(error).code !== 'UNAVAILABLE') logger.error({ err: error, about }, trouble);
  };
}

/** What the node stands on: its HTTP app, its Redis, its sockets, its numbers. */
function createGround(options: RealtimeNodeOptions, noteGoing: NoteGoing) {
  const { redis, logger, socketsPerUser, metrics: serviceMetrics } = options;
  const readiness = { redis: () => checkRedis(redis) };
  const gateways = new Gateways();
  const app = createHttpApp({
    logger,
    metrics: serviceMetrics,
    readiness,
    mount: (http) => gateways.mount(http, { sockets: () => io.sockets.sockets.values(), noteGoing }),
  });
  const connection = new RedisConnection(redis, unlessAway(logger, 'trouble with a subscription'));
  const metrics = createRealtimeMetrics(serviceMetrics);
  const io = createSocketServer(app, { ...options, connection, metrics, gateways });
  const users = new UserSockets(io, socketsPerUser);
  return { app, connection, io, users, metrics };
}

/** One realtime node: sockets, the rooms that they look at, and a door to these rooms. It knows no rules. */
export function createRealtimeNode(options: RealtimeNodeOptions): RealtimeNode {
  const { redis, verifier, logger, messages, now, sessionSweepMs } = options;
  const ground = createGround(options, (gateway, sockets) => presence.noteGoing(gateway, sockets));
  const { app, io, connection, users, metrics } = ground;
  const given = { ...options, ...ground };
  const onUnread = unlessAway(logger, 'could not read whom a user blocked; it is tried again');
  const blocks = new Blocks({ ...ground, mirror: createBlockMirror(redis), onFailed: onUnread });
  const rooms = createNodeRooms({ ...given, blocks });
  const presence = createNodePresence({ ...given, ...rooms });
  const onFailed = unlessAway(logger, 'could not look whether a session is over; it is tried again');
  const sessions = new Sessions({ io, users, connection, verifier, sweepMs: sessionSweepMs, now, onFailed });
  const entry = new RoomEntry({ ...rooms, blocks, attendance: presence.attendance, metrics, now });
  const gate = new CommandGate();
  addGauges(options.metrics, {
    sockets: () => io.sockets.sockets.size,
    users: () => users.ids().length,
    rooms: () => rooms.hub.size(),
  });

  admit(io, given);
  limitMessages(io, { limits: messages, now, dropped: metrics.dropped });
  const nudges = createNudges(redis);
  const handlers = createHandlers({ ...given, ...rooms, ...presence, entry, gate, nudges, blocks });
  listen(io, handlers, createFailed(logger, metrics.dropped), (socket, reason) => {
    metrics.closed.inc({ reason });
    entry.leaveAll(socket);
  });

  return {
    app,
    io,
    held: () => ({
      rooms: rooms.hub.size(),
      users: users.ids().length,
      present: presence.size() + sessions.size() + blocks.size() + connection.pending(),
    }),
    drain: (pauseMs) => drain({ app, io, gate, stopped: [presence, sessions], pauseMs }),
  };
}
