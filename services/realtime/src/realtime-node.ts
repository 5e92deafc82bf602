import type { GameNotices, RoomJobs, TurnNotifications } from '@doushouqi/room-core';
import {
  checkRedis,
  createBlockMirror,
  createHttpApp,
  type HttpApp,
  type Logger,
  type Metrics,
  type OriginSanctions,
  type RateLimiter,
  type RedisClient,
  type TokenVerifier,
  toAppError,
} from '@doushouqi/service-kit';
import { createFailed } from './answers.ts';
import { admit } from './edge/admission.ts';
import { CommandGate } from './edge/command-gate.ts';
import { drain } from './edge/drain.ts';
import { Gateways } from './edge/gateways.ts';
import { createHandlers } from './edge/handlers.ts';
import { listen } from './edge/listen.ts';
import { limitMessages } from './edge/message-limits.ts';
import { Relief } from './edge/relief-steps.ts';
import { createSocketServer } from './edge/socket-server.ts';
import type { BucketLimits } from './edge/token-bucket.ts';
import { addGauges, createRealtimeMetrics } from './metrics.ts';
import type { NoteGoing } from './presence/node-presence.ts';
import { createNodePresence } from './presence/node-presence.ts';
import { type RealtimeServer, socketsIn } from './realtime-socket.ts';
import { RedisConnection } from './redis/redis-connection.ts';
import { createNodeRooms } from './rooms/node-rooms.ts';
import { createNudges } from './rooms/nudges.ts';
import { RoomEntry } from './rooms/room-entry.ts';
import { Blocks } from './users/blocks.ts';
import { Sessions } from './users/sessions.ts';
import { UserSockets } from './users/user-sockets.ts';

export interface RealtimeNodeOptions {
  nodeId: string;
  /** For commands and subscriptions (RESP3): a commit's reply and its echo take one read, not two. */
  redis: RedisClient;
  jobs: RoomJobs;
  turnNotifications: TurnNotifications;
  gameNotices: GameNotices;
  verifier: TokenVerifier;
  origins: OriginSanctions;
  roomRequests: RateLimiter;
  logger: Logger;
  metrics: Metrics;
  messages: BucketLimits;
  socketsPerUser: number;
  gamesPerAddress: number;
  /** As the gateways' (`placeSession`). */
  sessionsPerNode: number;
  /** Interval of relief steps; shorter in tests. Milliseconds. */
  reliefMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Time without a connection after which a spectator is removed. Milliseconds. */
  spectatorGraceMs: number;
  /** Interval of checks for expired tokens and revoked keys. Milliseconds. */
  sessionSweepMs: number;
}

export interface RealtimeNode {
  app: HttpApp;
  io: RealtimeServer;
  /** Hosted rooms, connected users, and presence entries; 0 after all have left. */
  held(): { rooms: number; users: number; present: number };
  /** Reports for `pauseMs` that it drains, then moves the clients, finishes pending work and stops. */
  drain(pauseMs: number): Promise<void>;
}

/** Logs failures that are retried. The Redis client reports an outage once; it is not logged again per channel. */
function unlessAway(logger: Logger, trouble: string) {
  return (error: unknown, about: string): void => {
    if (toAppError(error).code !== 'UNAVAILABLE') logger.error({ err: error, about }, trouble);
  };
}

/** Creates the node's HTTP app, Redis connection, sockets and metrics. */
function createNodeBase(options: RealtimeNodeOptions, noteGoing: NoteGoing) {
  const { redis, logger, socketsPerUser, metrics: serviceMetrics } = options;
  const readiness = { redis: () => checkRedis(redis) };
  const gateways = new Gateways();
  const app = createHttpApp({
    logger,
    metrics: serviceMetrics,
    readiness,
    sessions: () => io.engine.clientsCount,
    mount: (http) => gateways.mount(http, { sockets: () => io.sockets.sockets.values(), noteGoing }),
  });
  const connection = new RedisConnection(redis, unlessAway(logger, 'trouble with a subscription'));
  const metrics = createRealtimeMetrics(serviceMetrics);
  const io = createSocketServer(app, { ...options, connection, metrics, gateways });
  const users = new UserSockets(io, socketsPerUser);
  return { app, connection, io, users, metrics };
}

/** Creates a realtime node: sockets, their rooms, and a client of the room core. It contains no game rules. */
export function createRealtimeNode(options: RealtimeNodeOptions): RealtimeNode {
  const { redis, verifier, origins, logger, messages, now, sessionSweepMs } = options;
  const base = createNodeBase(options, (gateway, sockets) => presence.noteGoing(gateway, sockets));
  const { app, io, connection, users, metrics } = base;
  const given = { ...options, ...base };
  const onUnread = unlessAway(logger, 'could not read the blocks of a user; retrying');
  const blocks = new Blocks({ ...base, mirror: createBlockMirror(redis), onFailed: onUnread });
  const rooms = createNodeRooms({ ...given, blocks });
  const presence = createNodePresence({ ...given, ...rooms, sessions: () => io.engine.clientsCount });
  const relief = new Relief({
    ...{ ...given, ...rooms, ...presence, intervalMs: options.reliefMs },
    onMoved: (count) => metrics.relieved.inc(count),
    onFailed: (error) => unlessAway(logger, 'could not move sessions to a cooler node')(error, 'relief'),
  });
  const onFailed = unlessAway(logger, 'could not look whether a session is over; it is tried again');
  const sessions = new Sessions({
    ...{ io, users, connection, verifier, origins, now, onFailed },
    sweepMs: sessionSweepMs,
  });
  const entry = new RoomEntry({
    ...{ ...rooms, blocks, attendance: presence.attendance, metrics, now },
    socketsIn: (roomId) => socketsIn(io, roomId),
  });
  const gate = new CommandGate();
  addGauges(options.metrics, {
    sockets: () => io.sockets.sockets.size,
    users: () => users.ids().length,
    rooms: () => rooms.cache.size(),
  });

  admit(io, given);
  limitMessages(io, { limits: messages, now, dropped: metrics.dropped });
  const nudges = createNudges(redis, rooms.store);
  const handlers = createHandlers({ ...given, ...rooms, ...presence, entry, gate, nudges, blocks });
  listen(io, handlers, createFailed(logger, metrics.dropped), (socket, reason) => {
    metrics.closed.inc({ reason });
    entry.leaveAll(socket);
  });

  return {
    app,
    io,
    held: () => ({
      rooms: rooms.cache.size(),
      users: users.ids().length,
      present: presence.size() + sessions.size() + blocks.size() + connection.pending(),
    }),
    drain: (pauseMs) => drain({ app, io, gate, stopped: [relief, presence, sessions], pauseMs }),
  };
}
