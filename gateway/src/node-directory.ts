import { ENV, type Metrics, type ServiceContext } from '@doushouqi/service-kit';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { NodeDirectory, RealtimeNode } from './node-pool.ts';
import type { WatchedDirectory } from './watched-directory.ts';

/** Returns a directory with fixed nodes. */
export function staticDirectory(nodes: readonly RealtimeNode[]): NodeDirectory {
  return { nodes: () => nodes };
}

type NodeList = { ok: true; nodes: RealtimeNode[] } | { ok: false; problem: string };

/** Reads `name=url,name=url`. Names are those of `NODE_ID`: letters, digits and `-`, each once. */
export function parseNodeList(text: string): NodeList {
  const nodes: RealtimeNode[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, id, address] = /^([a-zA-Z0-9-]{1,63})=(\S+)$/.exec(entry) ?? [];
    const url = address === undefined ? null : URL.parse(address);
    if (id === undefined || url === null || !/^https?:$/.test(url.protocol)) {
      return { ok: false, problem: `"${entry}" is not name=url` };
    }
    if (nodes.some((node) => node.id === id)) return { ok: false, problem: `node ${id} is named twice` };
    nodes.push({ id, url: url.origin });
  }
  return { ok: true, nodes };
}

/** `REALTIME_NODES`: `name=url,name=url`. */
const nodeList = z.string().transform((text, context) => {
  const parsed = parseNodeList(text);
  if (parsed.ok) return parsed.nodes;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
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
export const DIRECTORY_ENV = {
  REALTIME_NODES: nodeList.optional().meta({
    description: 'The realtime nodes as `name=address`, separated by commas; this or `REALTIME_SERVICE`.',
  }),
  REALTIME_SERVICE: realtimeService.optional().meta({
    description:
      'On Kubernetes: the service whose pods are the realtime nodes, `namespace/service` or `namespace/service:port` (docs/kubernetes.md).',
  }),
  KUBECONFIG: ENV.KUBECONFIG,
};
type DirectoryEnv = z.output<z.ZodObject<typeof DIRECTORY_ENV>>;

/** Adds the time since the API server's last message. */
function addSilenceGauge({ registry }: Metrics, directory: WatchedDirectory): void {
  new Gauge({
    name: 'gateway_node_watch_silence_seconds',
    help: 'Time since the last message of the API server that lists the realtime nodes',
    registers: [registry],
    collect() {
      this.set(directory.silence() / 1_000);
    },
  });
}

/**
 * Opens the realtime nodes: a list, or the pods of a Kubernetes service. Waits until the pods are known, as
 * services wait for their store.
 */
export async function openDirectory(
  env: DirectoryEnv,
  { logger, metrics, onStop }: Pick<ServiceContext, 'logger' | 'metrics' | 'onStop'>,
): Promise<NodeDirectory> {
  const { REALTIME_NODES: nodes, REALTIME_SERVICE: service } = env;
  if ((nodes === undefined) === (service === undefined)) {
    throw new Error('one of REALTIME_NODES and REALTIME_SERVICE is to be set');
  }
  if (service === undefined) return staticDirectory(nodes ?? []);
  // Loaded only on Kubernetes: the client library takes 1 s and 90 MB.
  const [{ readClusterConfig }, { watchedDirectory }] = await Promise.all([
    import('@doushouqi/service-kit/kubernetes'),
    import('./watched-directory.ts'),
  ]);
  const directory = watchedDirectory({
    ...service,
    config: readClusterConfig(env.KUBECONFIG),
    onFailure: (reason, delayMs) =>
      logger.warn({ reason, delayMs: Math.round(delayMs) }, 'could not watch the realtime nodes'),
  });
  onStop('watch on the realtime nodes', () => directory.stop());
  addSilenceGauge(metrics, directory);
  await directory.ready;
  return directory;
}
