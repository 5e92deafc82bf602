import type { Metrics, ServiceContext } from '@doushouqi/service-kit';
import { Gauge } from 'prom-client';
import type { z } from 'zod';
import type { environment } from './env.ts';
import { type NodeDirectory, staticDirectory } from './node-directory.ts';
import type { WatchedDirectory } from './watched-directory.ts';

/** How long the API server that tells the nodes was not heard of. */
function addSilenceGauge({ registry }: Metrics, directory: WatchedDirectory): void {
  new Gauge({
    name: 'gateway_node_watch_silence_seconds',
    help: 'Time since the API server that tells the realtime nodes was last heard of',
    registers: [registry],
    collect() {
      this.set(directory.silence() / 1_000);
    },
  });
}

/**
 * The realtime nodes by the environment: a list, or the pods of a service on Kubernetes. In the latter case it waits until
 * they are known, as every service waits for its store: a gateway without nodes is of no use.
 */
export async function openDirectory(
  env: Pick<z.output<typeof environment>, 'REALTIME_NODES' | 'REALTIME_SERVICE' | 'KUBECONFIG'>,
  { logger, metrics, onStop }: Pick<ServiceContext, 'logger' | 'metrics' | 'onStop'>,
): Promise<NodeDirectory> {
  const { REALTIME_NODES: nodes, REALTIME_SERVICE: service } = env;
  if ((nodes === undefined) === (service === undefined)) {
    throw new Error('one of REALTIME_NODES and REALTIME_SERVICE is to be set');
  }
  if (service === undefined) return staticDirectory(nodes ?? []);
  // Loaded here alone: the client library costs a second and 90 MB, which nobody pays who runs elsewhere.
  const [{ readClusterConfig }, { watchedDirectory }] = await Promise.all([
    import('@doushouqi/kubernetes'),
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
