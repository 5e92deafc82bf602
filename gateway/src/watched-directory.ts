import type { KubeConfig, WatchEndpointsOptions } from '@doushouqi/kubernetes';
import { type ServiceEndpoint, watchEndpoints } from '@doushouqi/kubernetes';
import type { NodeDirectory, RealtimeNode } from './node-pool.ts';

/** The service on Kubernetes whose pods are the realtime nodes. */
export interface RealtimeService {
  namespace: string;
  service: string;
  /** Name or number; without one, the first of the service. */
  port?: string | undefined;
}

export interface WatchedDirectory extends NodeDirectory {
  /** Resolves when the nodes are known, were it none; until then no session can be sent anywhere. */
  ready: Promise<void>;
  /** Milliseconds since the API server was last heard of; infinite before the first word. */
  silence(): number;
  stop(): void;
}

/** What `NODE_ID` may be: the first part of engine ids, which `affinity.ts` reads. */
const NODE_ID = /^[a-zA-Z0-9-]{1,63}$/;

function nodeOf({ pod, url, isOpen }: ServiceEndpoint): RealtimeNode {
  return isOpen ? { id: pod, url } : { id: pod, url, refusing: true };
}

/**
 * The pods behind a service as realtime nodes: the name of a pod is its `NODE_ID`. While the API server is away the last
 * known nodes stay, and the probes of `NodePool` say which of them live.
 */
export function watchedDirectory(
  options: RealtimeService & Pick<WatchEndpointsOptions, 'onFailure' | 'random'> & { config: KubeConfig },
): WatchedDirectory {
  let nodes: readonly RealtimeNode[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const watch = watchEndpoints({
    ...options,
    onChange(endpoints) {
      nodes = endpoints.filter(({ pod }) => NODE_ID.test(pod)).map(nodeOf);
      resolve();
    },
  });
  return { nodes: () => nodes, ready, silence: () => watch.silence(), stop: () => watch.stop() };
}
