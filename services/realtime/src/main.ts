import { createRoomJobs } from '@doushouqi/room-core';
import {
  closeRedis,
  connectRedis,
  createTokenVerifier,
  listen,
  readEnv,
  readSecretFile,
  runService,
} from '@doushouqi/service-kit';
import { environment } from './env.ts';
import { sendCommandsOncePerTurn } from './once-per-turn.ts';
import { createRealtimeNode } from './realtime-node.ts';

/** A spectator who reloads the page or changes networks stays on the list. */
const SPECTATOR_GRACE_MS = 10_000;

runService({
  name: 'realtime',
  async start({ logger, onStop }) {
    const env = readEnv(environment);
    const redis = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('redis', () => closeRedis(redis));
    sendCommandsOncePerTurn(redis);
    const subscriber = connectRedis(env.REDIS_URL, { role: 'subscriber', logger });
    onStop('subscriptions', () => closeRedis(subscriber));
    const queues = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('queue redis', () => closeRedis(queues));
    const jobs = createRoomJobs(queues);
    onStop('queues', () => jobs.close());

    const node = createRealtimeNode({
      nodeId: env.NODE_ID,
      redis,
      subscriber,
      jobs,
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      logger,
      messages: { perSecond: env.SOCKET_MESSAGES_PER_SECOND, burst: env.SOCKET_MESSAGE_BURST },
      socketsPerUser: env.SOCKETS_PER_USER,
      now: Date.now,
      spectatorGraceMs: SPECTATOR_GRACE_MS,
    });
    const port = await listen(node.app.server, { port: env.PORT, host: env.HOST });
    onStop('sockets', () => node.drain());
    return { port };
  },
});
