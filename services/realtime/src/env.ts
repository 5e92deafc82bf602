import { count, ENV, serviceEnvironment } from '@doushouqi/service-kit';
import { z } from 'zod';

export const environment = serviceEnvironment('realtime', {
  NODE_ID: ENV.NODE_ID,
  SOCKET_MESSAGES_PER_SECOND: count(
    20,
    'Messages of a socket in a second, on average; the limits of its connection and of its address follow from it.',
  ),
  SOCKET_MESSAGE_BURST: count(60, 'Messages of a socket at once.'),
  SOCKETS_PER_USER: count(10, 'Sockets of one user on a node.'),
  SESSIONS_PER_ADDRESS: ENV.SESSIONS_PER_ADDRESS,
  GATHER_WRITES: ENV.GATHER_WRITES,
  POD_NAMESPACE: z.string().optional().meta({
    description:
      'On Kubernetes: the namespace of this pod. With `POD_NAME`, the node writes the cost of its deletion on the pod.',
  }),
  POD_NAME: z.string().optional().meta({ description: 'On Kubernetes: the name of this pod.' }),
  KUBECONFIG: ENV.KUBECONFIG,
});
