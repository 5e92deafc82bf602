import {
  createGameNotices,
  createPushNotifications,
  createRoomJobs,
  createTurnNotifications,
} from '@doushouqi/room-core';
import {
  count,
  createTokenVerifier,
  defineService,
  ENV,
  openRedis,
  ROOM_REQUEST_LIMIT,
} from '@doushouqi/service-kit';
import { z } from 'zod';
import { openDeletionCost } from './deletion-cost.ts';
import { RELIEF_INTERVAL_MS } from './edge/relief.ts';
import { createRealtimeNode } from './realtime-node.ts';

/** The realtime service; it serves sockets instead of routes. */
export const service = defineService({
  name: 'realtime',
  environment: {
    NODE_ID: ENV.NODE_ID,
    SOCKET_MESSAGES_PER_SECOND: count(
      20,
      'Messages of a socket in a second, on average; the limits of its connection follow from it.',
    ),
    SOCKET_MESSAGE_BURST: count(60, 'Messages of a socket at once.'),
    SOCKETS_PER_USER: count(10, 'Sockets of one user on a node.'),
    SESSIONS_PER_NODE: ENV.SESSIONS_PER_NODE,
    GAMES_PER_ADDRESS: ENV.GAMES_PER_ADDRESS,
    POD_NAMESPACE: z.string().optional().meta({
      description:
        'On Kubernetes: namespace of this pod. With `POD_NAME`, the node writes its deletion cost (docs/kubernetes.md).',
    }),
    POD_NAME: z.string().optional().meta({ description: 'On Kubernetes: name of this pod.' }),
    KUBECONFIG: ENV.KUBECONFIG,
  },
  limits: () => ({ roomRequests: ROOM_REQUEST_LIMIT }),
  constants: {
    // A spectator who reloads the page or changes networks stays on the list.
    spectatorGraceMs: 10_000,
    sessionSweepMs: 10_000,
    reliefMs: RELIEF_INTERVAL_MS,
  },
  async open(parts) {
    const { env, redis, publicKeys, origins, limits, onStop } = parts;
    const jobsRedis = openRedis(parts, env.REDIS_URL, 'jobs');
    const [jobs, pushNotifications] = [
      createRoomJobs(jobsRedis),
      createPushNotifications(jobsRedis, parts.logger),
    ];
    onStop('queues', () => Promise.all([jobs.close(), pushNotifications.close()]));
    const node = createRealtimeNode({
      ...parts,
      nodeId: env.NODE_ID,
      jobs,
      turnNotifications: createTurnNotifications({ ...parts, pushNotifications }),
      gameNotices: createGameNotices(pushNotifications),
      verifier: createTokenVerifier({ publicKey: publicKeys, redis, origins, remember: 0 }),
      roomRequests: limits.roomRequests,
      messages: { perSecond: env.SOCKET_MESSAGES_PER_SECOND, burst: env.SOCKET_MESSAGE_BURST },
      socketsPerUser: env.SOCKETS_PER_USER,
      gamesPerAddress: env.GAMES_PER_ADDRESS,
      sessionsPerNode: env.SESSIONS_PER_NODE,
    });
    return { node, stopCost: await openDeletionCost(env, parts, () => node.io.engine.clientsCount) };
  },
  server: ({ node, stopCost }) => ({
    server: node.app.server,
    drain(pauseMs) {
      stopCost();
      return node.drain(pauseMs);
    },
  }),
});
