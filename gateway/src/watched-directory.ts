import type { KubeConfig, WatchEndpointsOptions } from '@doushouqi/service-kit/kubernetes';
import { type ServiceEndpoint, watchEndpoints } from '@doushouqi/service-kit/kubernetes';
import type { NodeDirectory, RealtimeNode } from './node-pool.ts';

/** Kubernetes service whose pods are the realtime nodes. */
export interface RealtimeService {
  namespace: string;
  service: string;
  /** Name or number of the port; by default the first. */
  port?: string | undefined;
}

export interface WatchedDirectory extends NodeDirectory {
  /** Resolves when the nodes are known, even if there are none. */
  ready: Promise<void>;
  /** Milliseconds since the last message of the API server; infinite before the first. */
  silence(): number;
  stop(): void;
}

/** Valid `NODE_ID`: the prefix of engine ids, which `affinity.ts` reads. */
const NODE_ID = /^[a-zA-Z0-9-]{1,63}$/;

function nodeOf({ pod, url, isOpen }: ServiceEndpoint): RealtimeNode {
  return isOpen ? { id: pod, url } : { id: pod, url, refusing: true };
}

/**
 * Lists the pods of a service as realtime nodes; a pod's name is its `NODE_ID`. While the API server is
 * unavailable the last known nodes stay, and the probes of `NodePool` find the live ones.
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
