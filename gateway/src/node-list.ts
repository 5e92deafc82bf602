import { ENV, type ServiceContext } from '@doushouqi/service-kit';
import type { ServiceEndpoint } from '@doushouqi/service-kit/kubernetes';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { NodePool, RealtimeNode } from './node-pool.ts';

/** Valid `NODE_ID`: the prefix of engine ids, which `affinity.ts` reads. */
const NODE_ID = /^[a-zA-Z0-9-]{1,63}$/;

/** `REALTIME_NODES`: `name=url,name=url`. Each name is a `NODE_ID`, once. */
const nodeList = z.string().transform((text, context) => {
  const nodes: RealtimeNode[] = [];
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, id = '', address = ''] = /^([^=]*)=(\S+)$/.exec(entry) ?? [];
    const url = URL.parse(address);
    if (!NODE_ID.test(id) || url === null || !/^https?:$/.test(url.protocol))
      return refuse(`"${entry}" is not name=url`);
    if (nodes.some((node) => node.id === id)) return refuse(`node ${id} is named twice`);
    nodes.push({ id, url: url.origin });
  }
  return nodes;
});

/** `REALTIME_SERVICE`: `namespace/service`, or `namespace/service:port` with the name or number of a port. */
const realtimeService = z
  .string()
  .regex(/^[a-z0-9-]+\/[a-z0-9-]+(:[a-z0-9-]+)?$/, 'it is namespace/service or namespace/service:port')
  .transform((text) => {
    const [namespace = '', service = '', port] = text.split(/[/:]/);
    return { namespace, service, port };
  });

/** Variables that name the realtime nodes. */
export const NODES_ENV = {
  REALTIME_NODES: nodeList.optional().meta({
    description: 'The realtime nodes as `name=address`, separated by commas; this or `REALTIME_SERVICE`.',
  }),
  REALTIME_SERVICE: realtimeService.optional().meta({
    description:
      'On Kubernetes: the service whose pods are the realtime nodes, `namespace/service` or `namespace/service:port` (docs/kubernetes.md).',
  }),
  KUBECONFIG: ENV.KUBECONFIG,
};
type NodesEnv = z.output<z.ZodObject<typeof NODES_ENV>>;

function nodeOf({ pod, url, isOpen }: ServiceEndpoint): RealtimeNode {
  return isOpen ? { id: pod, url } : { id: pod, url, refusing: true };
}

/**
 * Fills the pool with the realtime nodes: a fixed list, or the pods of a Kubernetes service, whose names are their
 * `NODE_ID`. Waits until the pods are known, as services wait for their store. While the API server is unavailable the
 * last known nodes stay, and the probes of the pool find the live ones.
 */
export async function openNodes(
  { REALTIME_NODES: nodes, REALTIME_SERVICE: service, KUBECONFIG }: NodesEnv,
  { logger, metrics, onStop }: Pick<ServiceContext, 'logger' | 'metrics' | 'onStop'>,
  pool: Pick<NodePool, 'setNodes'>,
): Promise<void> {
  if ((nodes === undefined) === (service === undefined)) {
    throw new Error('one of REALTIME_NODES and REALTIME_SERVICE is to be set');
  }
  if (service === undefined) return pool.setNodes(nodes ?? []);
  // Loaded only on Kubernetes: the client library takes 1 s and 90 MB.
  const { readClusterConfig, watchEndpoints } = await import('@doushouqi/service-kit/kubernetes');
  const known = Promise.withResolvers<void>();
  const watch = watchEndpoints({
    ...service,
    config: readClusterConfig(KUBECONFIG),
    onChange(endpoints) {
      pool.setNodes(endpoints.filter(({ pod }) => NODE_ID.test(pod)).map(nodeOf));
      known.resolve();
    },
    onFailure: (reason, delayMs) =>
      logger.warn({ reason, delayMs: Math.round(delayMs) }, 'could not watch the realtime nodes'),
  });
  onStop('watch on the realtime nodes', () => watch.stop());
  new Gauge({
    name: 'gateway_node_watch_silence_seconds',
    help: 'Time since the last message of the API server that lists the realtime nodes',
    registers: [metrics.registry],
    collect() {
      this.set(watch.silence() / 1_000);
    },
  });
  await known.promise;
}
