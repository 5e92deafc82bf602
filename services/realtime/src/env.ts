import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

/** What a realtime node reads from its environment; README.md documents each. */
export const environment = z.object({
  PORT: ENV.PORT,
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  REDIS_URL: ENV.REDIS_URL,
  JWT_PUBLIC_KEY_FILE: ENV.JWT_PUBLIC_KEY_FILE,
  /** The first part of this node's engine ids, by which the gateway routes a session here. */
  NODE_ID: ENV.NODE_ID,
  /** Messages a socket may send in a second, on average. */
  SOCKET_MESSAGES_PER_SECOND: z.coerce.number().int().min(1).default(20),
  /** Messages a socket may send at once. */
  SOCKET_MESSAGE_BURST: z.coerce.number().int().min(1).default(60),
  /** Sockets of one user on this node. */
  SOCKETS_PER_USER: z.coerce.number().int().min(1).default(10),
  SESSIONS_PER_ADDRESS: ENV.SESSIONS_PER_ADDRESS,
  GATHER_WRITES: ENV.GATHER_WRITES,
  /** Namespace and name of the pod that is given the cost of its deletion; both or none. */
  POD_NAMESPACE: z.string().optional(),
  POD_NAME: z.string().optional(),
  KUBECONFIG: z.string().optional(),
});
