import { createRoomJobs } from '@doushouqi/room-core';
import {
  createTokenVerifier,
  listen,
  openPublicKeys,
  openRedis,
  readEnv,
  runService,
  sendCommandsAtMostEvery,
} from '@doushouqi/service-kit';
import { environment } from './env.ts';
import { openDeletionCost } from './open-deletion-cost.ts';
import { createRealtimeNode } from './realtime-node.ts';

/** A spectator who reloads the page or changes networks stays on the list. */
const SPECTATOR_GRACE_MS = 10_000;
const SESSION_SWEEP_MS = 10_000;
/** What a player does not feel, and what lets the moves of a busy node share the syncs of Redis. */
const REDIS_INTERVAL_MS = 1;

runService({
  name: 'realtime',
  async start(context) {
    const { logger, metrics, onStop } = context;
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    if (env.GATHER_WRITES) sendCommandsAtMostEvery(redis, REDIS_INTERVAL_MS);
    const jobs = createRoomJobs(openRedis(context, env.REDIS_URL, 'command'));
    onStop('queues', () => jobs.close());

    const node = createRealtimeNode({
      nodeId: env.NODE_ID,
      redis,
      jobs,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
        remember: 0,
      }),
      logger,
      metrics,
      messages: { perSecond: env.SOCKET_MESSAGES_PER_SECOND, burst: env.SOCKET_MESSAGE_BURST },
      socketsPerUser: env.SOCKETS_PER_USER,
      connectionsPerAddress: env.SESSIONS_PER_ADDRESS,
      gatherWrites: env.GATHER_WRITES,
      now: Date.now,
      spectatorGraceMs: SPECTATOR_GRACE_MS,
      sessionSweepMs: SESSION_SWEEP_MS,
    });
    const port = await listen(node.app.server, { port: env.PORT, host: env.HOST });
    onStop('sockets', () => node.drain(env.DRAIN_PAUSE_MS));
    await openDeletionCost(env, context, () => node.io.engine.clientsCount);
    return { port };
  },
});
