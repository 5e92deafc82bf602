import type { ServiceContext } from '@doushouqi/service-kit';
import { Counter } from 'prom-client';
import { DeletionCost } from './deletion-cost.ts';

/** Updates the cost of this pod's deletion until the result is called; does nothing outside of Kubernetes. */
export async function openDeletionCost(
  env: Partial<Record<'POD_NAMESPACE' | 'POD_NAME' | 'KUBECONFIG', string | undefined>>,
  { logger, metrics }: Pick<ServiceContext, 'logger' | 'metrics'>,
  connections: () => number,
): Promise<() => void> {
  const { POD_NAMESPACE: namespace, POD_NAME: pod, KUBECONFIG: kubeconfig } = env;
  if ((namespace === undefined) !== (pod === undefined)) {
    throw new Error('POD_NAMESPACE and POD_NAME are set together or not at all');
  }
  if (namespace === undefined || pod === undefined) return () => undefined;
  // Loaded here alone: the client library costs a second and 90 MB, which nobody pays who runs elsewhere.
  const { createPodAnnotator, readClusterConfig, reasonOf } = await import('@doushouqi/kubernetes');
  const writes = new Counter({
    name: 'realtime_deletion_cost_writes_total',
    help: 'Attempts to write the cost of deleting this pod, by outcome',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  const cost = new DeletionCost({
    annotate: createPodAnnotator({ config: readClusterConfig(kubeconfig), namespace, pod }),
    connections,
    onWritten(outcome, error) {
      writes.inc({ outcome });
      if (error !== undefined) logger.warn({ reason: reasonOf(error) }, 'could not write the deletion cost');
    },
    now: Date.now,
  });
  return () => cost.stop();
}
